"""Code frames as data: which lines, which stretches of them are marked, and what is cut."""

from __future__ import annotations

from compliance.engine.findings import Finding, FindingContent, Place
from compliance.reports.frames import Frame, Piece, frames
from compliance.source import Span

TEXT = {
    "a.yaml": ["one: 1", "", "three: 3", "four: {x: 4, y: 5}", "five:\t5\x1b", "long: " + "w" * 500 + " end"],
    "b.yaml": ["else: 2"],
}


def draw_frames(*places: Place, room: int = 60) -> list[Frame]:
    return frames(
        Finding(FindingContent("test.x", "fail", "error", "m"), places), lambda path: TEXT.get(path, []), room
    )


def place(line: int, start: int, end: int, label: str = "", path: str = "a.yaml", end_line: int = 0) -> Place:
    return Place(path, Span(line, start, end_line or line, end), "", label)


def test_the_place_is_marked_and_the_line_above_is_shown() -> None:
    (frame,) = draw_frames(place(4, 7, 18, "too many"))
    assert [(line.number, line.text, line.labels) for line in frame.lines] == [
        (3, "three: 3", ()),
        (4, "four: {x: 4, y: 5}", ("too many",)),
    ]
    assert frame.lines[1].pieces == (Piece("four: "), Piece("{x: 4, y: 5", "main"), Piece("}"))


def test_an_empty_line_above_is_not_shown() -> None:
    (frame,) = draw_frames(place(3, 1, 6))
    assert [line.number for line in frame.lines] == [3]


def test_two_places_on_a_line_are_both_marked() -> None:
    (frame,) = draw_frames(place(4, 14, 18), place(4, 8, 12))
    marks = [(piece.text, piece.mark) for piece in frame.lines[-1].pieces if piece.mark]
    assert marks == [("x: 4", "also"), ("y: 5", "main")]


def test_left_out_lines_are_told() -> None:
    (frame,) = draw_frames(place(5, 1, 5), place(1, 1, 4))
    assert [(line.number, line.gap) for line in frame.lines] == [(1, False), (4, True), (5, False)]


def test_a_finding_with_places_in_two_files_has_two_frames() -> None:
    first, second = draw_frames(place(1, 1, 4), place(1, 1, 5, path="b.yaml"))
    assert (first.path, second.path) == ("a.yaml", "b.yaml")
    assert second.lines[0].pieces[0] == Piece("else", "also")


def test_a_long_line_slides_to_what_is_marked() -> None:
    (frame,) = draw_frames(place(6, 508, 511))
    line = frame.lines[-1]
    assert line.text.startswith("…www")
    assert line.pieces[-1] == Piece("end", "main")
    assert len(line.text) <= 61


def test_a_place_over_several_lines_is_marked_to_the_end_of_its_first() -> None:
    (frame,) = draw_frames(place(3, 1, 5, end_line=4))
    assert frame.lines[0].pieces == (Piece("three: 3", "main"),)


def test_control_characters_are_spelled_out() -> None:
    (frame,) = draw_frames(place(5, 7, 8))
    assert frame.lines[-1].text == "five: 5\\u001b"


def test_a_file_that_is_gone_has_no_frame() -> None:
    assert draw_frames(place(1, 1, 2, path="gone.yaml")) == []
    assert draw_frames() == []
