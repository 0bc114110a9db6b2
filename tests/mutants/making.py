"""The small faults that can be put into a module's source, one at a time."""

import ast
import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.BitXor: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}


@dataclass(frozen=True)
class Mutant:
    """One fault: the bytes ``start`` to ``end`` of ``path`` become ``text``."""

    path: Path
    line: int
    start: int
    end: int
    text: str

    def source(self) -> str:
        """The module with the fault in it."""
        right = self.path.read_bytes()
        return (right[: self.start] + self.text.encode() + right[self.end :]).decode()

    def diff(self) -> str:
        """The lines that change."""
        lines = difflib.unified_diff(
            self.path.read_text("utf-8").splitlines(), self.source().splitlines(), n=0, lineterm=""
        )
        return "\n".join(line for line in list(lines)[2:] if not line.startswith("@@"))


def faults(node: ast.AST) -> Iterator[tuple[ast.AST, str]]:
    """What may be put in the place of ``node``, or of a part of it."""
    match node:
        case ast.Compare(left=left, ops=[operator, *rest], comparators=right):
            swapped = COMPARISONS[type(operator)]()
            yield node, f"({ast.unparse(ast.Compare(left, [swapped, *rest], right))})"
        case ast.BoolOp(op=joined, values=values):
            other = ast.Or() if isinstance(joined, ast.And) else ast.And()
            yield node, f"({ast.unparse(ast.BoolOp(other, values))})"
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield node, f"({ast.unparse(operand)})"
        case ast.BinOp(left=one, op=sign, right=two) if type(sign) in ARITHMETIC:
            yield node, f"({ast.unparse(ast.BinOp(one, ARITHMETIC[type(sign)](), two))})"
        case ast.Constant(value=bool() as truth):
            yield node, str(not truth)
        case ast.Constant(value=int() as number):
            yield node, str(number + 1)
        case ast.Constant(value=str() as text):
            yield node, repr(text + "~")
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
            yield test, f"(not ({ast.unparse(test)}))"
        case ast.comprehension(ifs=[condition, *_]):
            yield condition, "True"
        case ast.Return(value=ast.expr() as value) if ast.unparse(value) != "None":
            yield value, "None"
        case ast.Continue():
            yield node, "break"
        case ast.Break():
            yield node, "continue"
        case ast.Expr(value=ast.Call()) | ast.AugAssign() | ast.Raise():
            yield node, "pass"
        case _:
            pass


def reached(node: ast.AST) -> Iterator[ast.AST]:
    """Every node that says what the program does: no annotation, docstring or decorator.

    Nor what is in an f-string, whose places the parser only gives from Python 3.12 on.
    """
    yield node
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "bases", "type_params"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.JoinedStr | ast.Assert) or not isinstance(child, ast.AST):
                continue
            if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
                continue
            yield from reached(child)


def mutants_of(path: Path) -> list[Mutant]:
    """Every fault of one module that still compiles, in the order of its lines."""
    source = path.read_bytes()
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found = []
    for node in reached(ast.parse(source)):
        for place, text in faults(node):
            if not isinstance(place, ast.expr | ast.stmt) or place.end_lineno is None:
                continue
            start = starts[place.lineno - 1] + place.col_offset
            end = starts[place.end_lineno - 1] + (place.end_col_offset or 0)
            mutant = Mutant(path, place.lineno, start, end, text)
            try:
                compile(mutant.source(), str(path), "exec")
            except SyntaxError:
                continue
            found.append(mutant)
    return sorted(set(found), key=lambda one: (one.start, one.end, one.text))
