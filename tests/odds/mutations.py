"""`python -m tests.odds.mutations`: how many small changes of the reader of definitions the test of its page notices.

Each change is made in a copy of the package: a comparison turned around, a number one higher, `and` for `or`, a `not`
left out, a branch never taken. What no definition can tell apart, or only the words of a message, survives.
"""

from __future__ import annotations

import ast
import copy
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FILES = ("definitions.py", "card_phrases.py", "words.py")
SEEDS = 400
_SWAPPED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.Gt: ast.GtE,
    ast.LtE: ast.Lt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.BitAnd: ast.BitOr,
}
_RUN = """
import sys
from tests.odds.test_language_against_its_page import faults
sys.exit(any(True for seed in range(int(sys.argv[1])) for _ in faults(seed)))
"""


def mutate(node: ast.AST) -> bool:
    """Change a node in place; False where there is nothing to change."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in _SWAPPED:
        node.ops[0] = _SWAPPED[type(node.ops[0])]()  # type: ignore[call-overload]
    elif isinstance(node, ast.BoolOp | ast.BinOp) and type(node.op) in _SWAPPED:
        node.op = _SWAPPED[type(node.op)]()  # type: ignore[assignment]
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        node.value += 1
    elif isinstance(node, ast.Constant) and type(node.value) is bool:
        node.value = not node.value
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        node.op, node.operand = ast.Not(), ast.UnaryOp(ast.Not(), node.operand)
    elif isinstance(node, ast.If | ast.IfExp):
        node.test = ast.Constant(False)
    else:
        return False
    return True


def mutants(source: str) -> Iterator[tuple[int, str]]:
    """The line of each change, and the source with it."""
    tree = ast.parse(source)
    for place, node in enumerate(ast.walk(tree)):
        if isinstance(node, ast.Constant | ast.Compare | ast.BoolOp | ast.BinOp | ast.UnaryOp | ast.If | ast.IfExp):
            changed = copy.deepcopy(tree)
            if mutate(list(ast.walk(changed))[place]):
                yield node.lineno, ast.unparse(ast.fix_missing_locations(changed))


def is_noticed(folder: Path) -> bool:
    command = [sys.executable, "-c", _RUN, str(SEEDS)]
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, timeout=600, check=False)
    except subprocess.TimeoutExpired:
        return True
    return done.returncode != 0


def main() -> None:
    every = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home)
        shutil.copytree(ROOT / "compliance", folder / "compliance", ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copytree(ROOT / "tests" / "odds", folder / "tests" / "odds")
        (folder / "tests" / "__init__.py").touch()
        assert not is_noticed(folder), "the test fails without any change"
        tried, survived = 0, []
        for name in FILES:
            path = folder / "compliance" / "odds" / name
            source = path.read_text("utf-8")
            for line, text in list(mutants(source))[::every]:
                path.write_text(text, "utf-8")
                tried += 1
                if not is_noticed(folder):
                    survived.append(f"{name}:{line}")
            path.write_text(source, "utf-8")
        print(f"{tried - len(survived)} of {tried} changes noticed; not: {', '.join(survived) or 'none'}")


if __name__ == "__main__":
    main()
