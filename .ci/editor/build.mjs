// Bundles the editor of the workbench into one file, with the licences of what is in it:
//   npm ci && npm run build
import { build } from "esbuild";
import { readFile, writeFile } from "node:fs/promises";

const page = new URL("../../compliance/workbench/page/", import.meta.url);
const bundle = await build({
  entryPoints: [new URL("entry.js", import.meta.url).pathname],
  bundle: true,
  format: "esm",
  minify: true,
  target: "es2022",
  legalComments: "none",
  outfile: new URL("editor/codemirror.js", page).pathname,
  metafile: true,
});
const packages = new Set(
  Object.keys(bundle.metafile.inputs).flatMap((path) => path.match(/node_modules\/((?:@[^/]+\/)?[^/]+)\//)?.[1] ?? []),
);
const licences = [];
for (const name of [...packages].sort()) {
  const folder = new URL(`node_modules/${name}/`, import.meta.url);
  const { version } = JSON.parse(await readFile(new URL("package.json", folder), "utf-8"));
  licences.push(`${name} ${version}\n\n${(await readFile(new URL("LICENSE", folder), "utf-8")).trim()}\n`);
}
await writeFile(new URL("editor/LICENCES.txt", page), licences.join(`\n${"-".repeat(78)}\n\n`));
