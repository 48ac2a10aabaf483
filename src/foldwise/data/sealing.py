"""Set rows aside before anything else is done with the data, and never look at them by accident."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass, replace
from importlib.util import find_spec
from io import BytesIO
from numbers import Real
from pathlib import Path
from typing import TYPE_CHECKING, Unpack, final

import numpy as np

from foldwise.data.checks.file import usable_path
from foldwise.data.checks.kinds import check_kinds, shown
from foldwise.data.dataset import Dataset, Role
from foldwise.data.ledger import Ledger, replace_file
from foldwise.data.originals import remember_original
from foldwise.data.reader import Options, read
from foldwise.data.sealed import Sealed
from foldwise.errors import InputError, SealError
from foldwise.renamed import renamed

if TYPE_CHECKING:
    import os

    from foldwise.arrays import Codes

__all__ = ["SealedFiles", "seal", "seal_file"]

BINS = 10
"""A numeric target is mirrored by tenths."""
DELIMITED = (".csv", ".tsv", ".txt", ".data", ".dat")


@renamed()
def seal(
    dataset: Dataset, share: float = 0.2, *, seed: int = 0, ledger: str | os.PathLike[str]
) -> tuple[Dataset, Sealed]:
    """Split off rows for a final test: the last in time, whole groups, or a stratified draw, as the dataset has it.

    Parameters
    ----------
    dataset
        All rows.
    share
        How much of them to seal.
    seed
        Seed of the draw. The same rows are sealed again by the same call, so a script can be run again: the looks go on
        being counted in the same ledger.
    ledger
        File that counts the looks; made if it is not there.

    Returns
    -------
    tuple
        The open dataset to work with, and the sealed rows.

    Examples
    --------
    >>> import tempfile
    >>> from foldwise.data import sample
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     open_rows, sealed = seal(sample("iris"), ledger=f"{folder}/iris.ledger")
    ...     print(open_rows.n, sealed)
    120 <sealed: 30 rows of iris, looked at 0 times>
    """
    check_kinds({"seed": seed})
    given: object = dataset
    if not isinstance(given, Dataset):
        message = f"a foldwise.Dataset is sealed, not {shown(dataset)}"
        raise InputError(message, hint="seal(foldwise.read('churn.csv', target='churned'), ledger='churn.ledger')")
    number = isinstance(share, Real) and not isinstance(share, bool)
    if not number or not 0 < share < 1:
        message = f"the share to seal is between 0 and 1, not {f'{share:g}' if number else shown(share)}"
        raise InputError(message, hint="share=0.2")
    if dataset.sealed:
        message = f"rows of {dataset.name} are sealed already, and this is the open part"
        raise SealError(message, hint="the sealed rows that were set aside first")
    sealed_rows = _choose(dataset, share, np.random.default_rng(seed))
    rest = np.setdiff1d(np.arange(dataset.n), sealed_rows)
    if min(sealed_rows.size, rest.size) < 2:
        message = f"sealing {share:g} of {dataset.n:,} rows leaves {rest.size} open and {sealed_rows.size} sealed"
        raise InputError(message, hint="more rows, or a share that gives at least two rows to both")
    sealed_part = dataset.subset(sealed_rows)
    book = Ledger.begin(
        usable_path(ledger), sealed_part.fingerprint, sealed_part.n, whole=dataset.fingerprint, source=dataset.name
    )
    remember_original(dataset, Path(ledger))
    return replace(dataset.subset(rest), sealed=int(sealed_rows.size)), Sealed(sealed_part, book)


def _choose(dataset: Dataset, share: float, rng: np.random.Generator) -> Codes:
    """Rows to seal, ascending."""
    if dataset.group_codes is not None:
        units = dataset.group_codes
        count = int(units.max()) + 1
        # Groups that end last come last, so that with an order too the sealed groups are the newest.
        ends = np.zeros(count) if dataset.time_rank is None else _last(units, dataset.time_rank, count)
        ranks = np.empty(count, dtype=np.intp)
        ranks[np.lexsort((rng.random(count), ends))] = np.arange(count)
        return _from_the_end(ranks[units], share, "group")
    if dataset.time_rank is not None:
        return _from_the_end(dataset.time_rank, share, "moment")
    return _stratified(dataset, share, rng)


def _last(units: Codes, times: Codes, count: int) -> Codes:
    ends = np.zeros(count, dtype=np.intp)
    np.maximum.at(ends, units, times)
    return ends


def _from_the_end(ranks: Codes, share: float, unit: str) -> Codes:
    """Rows of the highest ranks, cut where the share comes nearest to what was asked; a rank is never cut apart."""
    sizes = np.bincount(ranks)
    if sizes.size < 2:
        message = f"all rows are of one {unit}, so none can be sealed apart from the others"
        raise InputError(message, hint="the call without groups= or order=")
    behind = np.cumsum(sizes[::-1])[::-1]  # rows of this rank or a higher one
    cut = 1 + int(np.argmin(np.abs(behind[1:] - share * ranks.size)))
    return np.flatnonzero(ranks >= cut)


def _stratified(dataset: Dataset, share: float, rng: np.random.Generator) -> Codes:
    """Every k-th row of the rows sorted by class, or by tenths of a numeric target; no class is sealed whole."""
    if dataset.is_classification:
        strata = dataset.codes
    else:
        strata = np.argsort(np.argsort(dataset.truth, kind="stable"), kind="stable") * BINS // dataset.n
    order = np.lexsort((rng.random(dataset.n), strata))
    steps = np.floor(np.arange(dataset.n + 1) * share + 0.5)
    sealed = np.zeros(dataset.n, dtype=np.bool_)
    sealed[order] = np.diff(steps) > 0
    for stratum in np.flatnonzero(np.bincount(strata, weights=~sealed) == 0):
        sealed[np.flatnonzero(strata == stratum)[0]] = False
    return np.flatnonzero(sealed)


@final
@dataclass(frozen=True)
class SealedFiles:
    """The files that `seal_file` wrote: rows to work with, sealed rows, and the ledger of looks."""

    open: Path
    sealed: Path
    ledger: Path


def seal_file(
    path: str | os.PathLike[str], target: str, *, share: float = 0.2, seed: int = 0, **options: Unpack[Options]
) -> SealedFiles:
    """Seal rows of a file: ``name.open.csv`` (or ``.parquet``) to work with, ``name.sealed``, ``name.ledger``.

    The open file holds the columns that are used, not those that were dropped. The file itself is not touched: put it away.

    Parameters
    ----------
    path
        The file with all rows.
    target
        The column that is predicted.
    share
        How much of the rows to seal.
    seed
        Seed of the draw.
    **options
        As for `read`; give the same ones when reading the open file.
    """
    source = Path(path)
    if str(source) == "-":
        message = "rows of standard input cannot be sealed, since the sealed file is written beside their own"
        raise InputError(message, hint="the path of a file")
    dataset = read(source, target, **options)
    files = _files(source)
    for file in (files.open, files.sealed, files.ledger):
        if file.exists():
            message = f"'{file.name}' is there already, and sealing again would spoil the count of looks"
            raise SealError(message, hint=f"working with '{files.open.name}'")
    with ExitStack() as undo:
        undo.callback(_remove, files)
        opened, sealed = seal(dataset, share, seed=seed, ledger=files.ledger)
        sealed.save(files.sealed)
        replace_file(files.open, _written(opened, files.open.suffix))
        undo.pop_all()
    return files


def _files(source: Path) -> SealedFiles:
    """Choose names beside the source; what has types of its own is kept in Parquet, which has them too."""
    bare = Path(source.name.removesuffix(".gz"))
    typed = bare.suffix.lower() not in DELIMITED and find_spec("pyarrow") is not None
    ends = ("open.parquet" if typed else "open.csv", "sealed", "ledger")
    return SealedFiles(*(source.with_name(f"{bare.stem}.{end}") for end in ends))


def _remove(files: SealedFiles) -> None:
    for file in (files.open, files.sealed, files.ledger):
        file.unlink(missing_ok=True)


def _written(dataset: Dataset, suffix: str) -> bytes:
    """Write the used columns in the order of the source."""
    import pandas as pd

    parts = {
        Role.TARGET: dataset.target,
        Role.GROUPS: dataset.groups,
        Role.ORDER: dataset.order,
        Role.WEIGHTS: dataset.weights,
        Role.SEGMENTS: dataset.segments,
    }
    used = [column for column in dataset.columns if column.role is not Role.DROPPED]
    table = pd.DataFrame(
        {
            column.name: dataset.X[column.name].array if column.role is Role.FEATURE else parts[column.role]
            for column in used
        }
    )
    buffer = BytesIO()
    if suffix == ".parquet":
        table.to_parquet(buffer, index=False)
    else:
        table.to_csv(buffer, index=False)
    return buffer.getvalue()
