"""The Python interface (`api.md`) and the command line (`cli.md`), written from docstrings, signatures and options.

    python docs/reference_pages.py

writes both pages; a test compares them with what the sources say.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
import textwrap
from functools import cache
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import click

HERE = Path(__file__).parent
if __name__ == "__main__":
    sys.path.insert(0, str(HERE.parent / "src"))

import foldwise  # noqa: E402
from foldwise.cli import program  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import ModuleType

MODULES = {
    "data": "Datasets: reading, describing and sealing them",
    "plans": "Plans and the resamples they draw",
    "problems": "Problems whose truth is known",
    "models": "Named models",
    "predictions": "Predictions, by any tool",
    "measures": "Measures",
    "estimates": "Estimates",
    "intervals": "Intervals",
    "comparisons": "Tests and comparisons",
    "diagnoses": "Diagnoses: what limits a model",
    "capacity": "What a learner can fit: shattering and random labels",
    "advice": "Checks",
    "reports": "Results",
    "learners": "Estimators of our own",
    "ensembles": "Ensembles",
    "sklearn": "scikit-learn's model selection, batched",
    "typing": "What the functions accept, for annotations",
    "errors": "Errors and warnings",
    "testing.kernels": "Conformance of a model family",
    "testing.measures": "Conformance of a measure",
    "testing.plans": "Conformance of a plan",
}
"""Public modules under `foldwise`, in the order of the page; the rest is how they work inside."""
NOTICE = "<!-- Written by docs/reference_pages.py; changes belong into the docstrings. -->\n"


def write_reference(folder: Path) -> None:
    """Write both pages; nothing is touched that did not change."""
    for name, text in (("api.md", api_page()), ("cli.md", cli_page())):
        path = folder / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def api_page() -> str:
    """Every public name: what is in `foldwise` in full, what is in its modules with signature and first sentence."""
    top = [name for name in sorted(foldwise.__all__, key=sort_key) if not name.startswith("__")]
    contents = "\n".join(f"| [`{name}`](#{anchor(heading(name))}) | {sentence_of(foldwise, name)} |" for name in top)
    modules = "\n".join(
        f"- [`foldwise.{name}`](#{anchor('foldwise.' + name)}): {what}" for name, what in MODULES.items()
    )
    full = "\n".join(top_entry(name) for name in top)
    listed = "\n".join(module_section(name, what) for name, what in MODULES.items())
    return (
        f"{NOTICE}\n# Python interface\n\nWhat most programs need is in `foldwise` itself:\n\n"
        f"| name | |\n|---|---|\n{contents}\n\nThe rest is in its modules:\n\n{modules}\n\n"
        f"## The names of foldwise\n\n{full}\n{listed}"
    )


def sort_key(name: str) -> tuple[bool, str]:
    """Functions before classes, both by the alphabet."""
    return name[0].isupper(), name.lower()


def heading(name: str) -> str:
    """Heading of a name; anchors do not tell `score` from `Score`."""
    return f"class {name}" if inspect.isclass(getattr(foldwise, name)) else name


def anchor(title: str) -> str:
    """Anchor of a heading, as GitHub and MyST make it."""
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


def top_entry(name: str) -> str:
    """One name of `foldwise` with its whole docstring, and the methods of a class."""
    value = getattr(foldwise, name)
    kind = "class " if inspect.isclass(value) else ""
    members = "".join(f"- {entry}\n" for entry in members_of(value)) if inspect.isclass(value) else ""
    members = f"\n**Methods and properties**\n\n{members}" if members else ""
    return (
        f"### {heading(name)}\n\n```python\n{kind}{typed_signature(name, value)}\n```\n\n{docstring(value)}\n{members}"
    )


def module_section(name: str, what: str) -> str:
    """One module: every name with its signature and its first sentence."""
    module = import_module(f"foldwise.{name}")
    entries = "\n".join(f"- {entry_of(module, one)}" for one in sorted(module.__all__, key=sort_key))
    return f"## foldwise.{name}\n\n{what}.\n\n{entries}\n"


def entry_of(module: ModuleType, name: str) -> str:
    """One line of a name: signature and first sentence."""
    value = getattr(module, name)
    called = callable(value) and not comment_on(module, name) and not getattr(value, "_is_protocol", False)
    call = brief_signature(value) if called else ""
    return with_sentence(f"`{name}{call}`", sentence_of(module, name))


def with_sentence(name: str, sentence: str) -> str:
    """A name and what it is, where that is said."""
    return f"{name}: {sentence}" if sentence else name


def members_of(kind: type) -> Iterator[str]:
    """Public methods and properties of a class, each with its first sentence."""
    for name, member in vars(kind).items():
        function = inspect.unwrap(member.fget) if isinstance(member, property) else getattr(member, "__func__", member)
        if name.startswith("_") or not inspect.isfunction(function):
            continue
        call = "" if isinstance(member, property) else brief_signature(function, bound=True)
        yield with_sentence(f"`{name}{call}`", first_sentence(inspect.getdoc(function)))


def typed_signature(name: str, value: Callable[..., object]) -> str:
    """Signature with types, one argument a line where it is long."""
    signature = as_written(inspect.signature(value))
    if inspect.isclass(value):
        signature = signature.replace(return_annotation=signature.empty)
    line = f"{name}{signature}"
    if len(line) <= 100:
        return tidy(line)
    arguments: list[str] = []
    for one in signature.parameters.values():
        if one.kind is one.KEYWORD_ONLY and "*" not in arguments and not any(a.startswith("*") for a in arguments):
            arguments.append("*")
        arguments.append(str(one))
    returns = "" if signature.return_annotation is signature.empty else f" -> {signature.return_annotation}"
    return tidy(f"{name}(\n" + "".join(f"    {one},\n" for one in arguments) + f"){returns}")


def as_written(signature: inspect.Signature) -> inspect.Signature:
    """Annotations that are kept as text are shown without quotes."""
    parameters = [one.replace(annotation=unquoted(one.annotation)) for one in signature.parameters.values()]
    return signature.replace(parameters=parameters, return_annotation=unquoted(signature.return_annotation))


def unquoted(annotation: object) -> object:
    """A text that prints as it is."""
    return Text(annotation) if isinstance(annotation, str) else annotation


class Text(str):
    """A text without quotes around it."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def brief_signature(value: Callable[..., object], *, bound: bool = False) -> str:
    """Names and defaults of the arguments, without types."""
    try:
        signature = inspect.signature(value)
    except ValueError:  # a class made by C, such as an exception, says nothing of its arguments
        return "()"
    arguments = list(signature.parameters.values())[1 if bound else 0 :]
    plain = [one.replace(annotation=one.empty) for one in arguments]
    return tidy(str(inspect.Signature(plain)))


def tidy(signature: str) -> str:
    """Defaults that have no text of their own: members of enumerations by name, made ones as an ellipsis."""
    return re.sub(r"<(\w+)\.(\w+): [^>]*>", r"\1.\2", signature).replace("<factory>", "...")


def sentence_of(module: ModuleType, name: str) -> str:
    """First sentence about a public name: of the string below a constant, or of its docstring."""
    comment = comment_on(module, name)
    value = inspect.unwrap(getattr(module, name))
    told = inspect.getdoc(value) if inspect.isclass(value) or inspect.isfunction(value) else ""
    return first_sentence(comment or told)


def comment_on(module: ModuleType, name: str) -> str:
    """The string below the assignment of a constant; empty for anything else."""
    return comments_of(home_of(module.__name__, name)).get(name, "")


def first_sentence(text: str | None) -> str:
    """Up to the first full stop that ends a sentence, on one line; a bar would end a cell of a table."""
    paragraph = " ".join((text or "").split("\n\n")[0].split()).replace("``", "`")
    return re.split(r"(?<=[^.]\.)\s+(?=[A-Z`])", paragraph)[0].replace("|", "\\|")


@cache
def home_of(module: str, name: str) -> str:
    """Module in which a name is assigned, followed through the imports of packages."""
    for node in ast.walk(ast.parse(inspect.getsource(import_module(module)))):
        ours = isinstance(node, ast.ImportFrom) and (node.module or "").startswith("foldwise")
        if ours and any(one.name == name for one in node.names):
            return home_of(node.module, name)
    return module


@cache
def comments_of(module: str) -> dict[str, str]:
    """Strings below the assignments of a module, by the names assigned."""
    body = ast.parse(inspect.getsource(import_module(module))).body
    return {
        target: ast.literal_eval(after.value)
        for node, after in pairwise(body)
        if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) and isinstance(after.value.value, str)
        for target in targets_of(node)
    }


def targets_of(node: ast.stmt) -> list[str]:
    """Names that a statement assigns."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return [name.id for one in targets for name in ast.walk(one) if isinstance(name, ast.Name)]


def docstring(value: object) -> str:
    """A numpydoc docstring as Markdown: sections in bold, arguments as a list, examples as code."""
    text = (inspect.getdoc(value) or "").replace("``", "`")
    text = re.sub(r"METHODS ((?:0[bc]?|[A-N])(?:\.\d+)?)", cite, text)
    parts = re.split(r"(?m)^(\w[\w ]*)\n-{3,}\n", text)
    sections = (f"**{title}**\n\n{body_of(body)}" for title, body in zip(parts[1::2], parts[2::2], strict=True))
    return "\n\n".join([parts[0].strip(), *sections])


def body_of(text: str) -> str:
    """Arguments with their indented descriptions become a list; examples become code."""
    if text.lstrip().startswith(">>>"):
        return f"```python\n{text.strip()}\n```"
    found = re.findall(r"(?m)^(\S.*)\n((?:[ ]{4}.*\n?|\n(?=[ ]{4}))+)", text.rstrip() + "\n")
    if not found:
        return text.strip()
    return "\n".join(f"- `{name.strip()}`: {' '.join(textwrap.dedent(what).split())}" for name, what in found)


def cite(found: re.Match[str]) -> str:
    """Link to a section of the methods."""
    return f"[{found[0]}](#methods-{found[1].lower().replace('.', '-')})"


def cli_page() -> str:
    """Every command with its options, as its own help page gives them."""
    commands = sorted(program.commands.items())
    contents = "\n".join(
        f"- [`foldwise {name}`](#{anchor('foldwise ' + name)}): {short(one)}" for name, one in commands
    )
    parts = "\n".join(command_section(name, one) for name, one in commands)
    about = epilog_of(program)
    return (
        f"{NOTICE}\n# Command line\n\n{paragraphs(program.help)}\n\n{contents}\n\n{about}\n\n"
        f"Every command knows `-h` and `--help`.\n\n{parts}"
    )


def short(command: click.Command) -> str:
    """What a command does, in a sentence."""
    return command.get_short_help_str(limit=200)


def command_section(name: str, command: click.Command) -> str:
    """One command: usage, description, options, examples."""
    context = click.Context(command, info_name=f"foldwise {name}")
    usage = " ".join([f"foldwise {name}", *command.collect_usage_pieces(context)])
    options = "\n".join(f"- `{flags}`: {what}" for flags, what in records_of(command, context))
    return (
        f"## foldwise {name}\n\n```text\n{usage}\n```\n\n{paragraphs(command.help)}\n\n{options}\n\n{epilog_of(command)}".rstrip()
        + "\n"
    )


def records_of(command: click.Command, context: click.Context) -> Iterator[tuple[str, str]]:
    """Flags and help of every option that is shown."""
    for one in command.get_params(context):
        record = one.get_help_record(context) if isinstance(one, click.Option) else None
        if record is not None and "--help" not in one.opts:
            yield record


def paragraphs(text: str | None) -> str:
    """Help text with its paragraphs on one line each; what click must not wrap becomes a block."""
    blocks = inspect.cleandoc(text or "").split("\n\n")
    return "\n\n".join(
        f"```text\n{one[2:].strip(chr(10))}\n```" if one.startswith("\b") else " ".join(one.split()) for one in blocks
    )


def epilog_of(command: click.Command) -> str:
    """What stands below the options: examples and exit codes."""
    return paragraphs(command.epilog) if command.epilog else ""


if __name__ == "__main__":
    write_reference(HERE)
