"""Every harness over its kept corpus, and over mutations of it that are drawn anew each time."""

import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fuzz.harnesses import HARNESSES
from tests.fuzz.mutating import mutated
from tests.fuzz.seeds import seeds_of


@pytest.mark.parametrize("name", HARNESSES)
def test_the_kept_corpus(name: str, tmp_path: Path) -> None:
    for seed in seeds_of(name):
        HARNESSES[name](seed, tmp_path)


@pytest.fixture(scope="module")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One folder for all mutations, so that what a harness prepares is prepared once."""
    return tmp_path_factory.mktemp("fuzz")


@pytest.mark.parametrize("name", HARNESSES)
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(lot=st.randoms(use_true_random=False))
def test_mutations(name: str, scratch: Path, lot: random.Random) -> None:
    folder = scratch / name
    folder.mkdir(exist_ok=True)
    HARNESSES[name](mutated(seeds_of(name), lot), folder)


@pytest.mark.parametrize("name", HARNESSES)
@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.binary(max_size=400))
def test_any_bytes(name: str, scratch: Path, data: bytes) -> None:
    folder = scratch / name
    folder.mkdir(exist_ok=True)
    HARNESSES[name](data, folder)
