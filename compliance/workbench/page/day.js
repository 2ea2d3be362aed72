// The day whose law is asked, as a date and as a slider over the days on which the law changed.

import { $, fill, h } from "./dom.js";

const pad = (number) => String(number).padStart(2, "0");
export const today = () => {
  const now = new Date();
  return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
};
const shifted = (day, by) => {
  const moved = new Date(`${day}T00:00:00Z`);
  moved.setUTCDate(moved.getUTCDate() + by);
  return moved.toISOString().slice(0, 10);
};
const LAW = new Set(["begins", "changes", "ends", "back in force"]);
export const written = (day) => new Date(`${day}T00:00:00Z`).toLocaleDateString("en-US", { timeZone: "UTC", year: "numeric", month: "long", day: "numeric" });

export class Day {
  constructor(changed) {
    this.value = today();
    this.turns = new Map();
    this.stops = [this.value];
    this.changed = changed;
    $("#day").value = this.value;
    $("#day").addEventListener("change", ({ target }) => target.value && this.set(target.value));
    $("#today").addEventListener("click", () => this.set(today()));
    $("#slider").addEventListener("input", ({ target }) => this.set(this.stops[Number(target.value)]));
  }

  /** Each change is a stop, and so is the day before it: one step of the slider goes from the old law to the new. */
  law(states) {
    this.turns = new Map();
    for (const state of states) {
      for (const { day, changes } of state.days) {
        const real = changes.filter(({ change }) => LAW.has(change));
        if (real.length) this.turns.set(day, [...(this.turns.get(day) ?? []), { state: state.name, changes: real }]);
      }
    }
    const days = new Set([today(), ...[...this.turns.keys()].flatMap((day) => [shifted(day, -1), day])]);
    this.stops = [...days].sort();
    $("#slider").max = String(this.stops.length - 1);
    this.show();
  }

  set(day) {
    if (day === this.value || Number.isNaN(Date.parse(day))) return this.show();
    this.value = day;
    this.show();
    this.changed(day);
  }

  show() {
    $("#day").value = this.value;
    const slider = $("#slider");
    const after = this.stops.findIndex((stop) => stop > this.value);
    slider.value = String((after < 0 ? this.stops.length : after) - 1);
    slider.setAttribute("aria-valuetext", `${written(this.value)}. ${this.told()}`);
    fill($("#turn"), this.told());
    const last = Math.max(this.stops.length - 1, 1);
    fill($("#ticks"), this.stops.map((stop, place) => this.turns.has(stop) && this.tick(place / last, stop)));
  }

  tick(share, stop) {
    const mark = h("i", { class: stop === this.value ? "here" : "" });
    mark.style.left = `${share * 100}%`;
    return mark;
  }

  /** What begins, changes or ends on the day, in a few words. */
  told() {
    const turned = this.turns.get(this.value);
    if (turned) {
      return turned.map(({ state, changes }) => `${state}: ${changes[0].title} (${changes[0].change})${changes.length > 1 ? ` and ${changes.length - 1} more` : ""}`).join("; ");
    }
    const before = [...this.turns.keys()].filter((day) => day < this.value).sort().at(-1);
    const next = [...this.turns.keys()].filter((day) => day > this.value).sort()[0];
    return [before && `The law last changed on ${before}`, next && `${before ? "it" : "The law"} changes next on ${next}`].filter(Boolean).join("; ");
  }
}
