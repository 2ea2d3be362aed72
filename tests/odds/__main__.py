"""`python -m tests.odds 5000`: every engine against laying out every card, thousands of times."""

import os
import sys
from pathlib import Path

import pytest

if __name__ == "__main__":
    os.environ["PITBOSS_EXAMPLES"] = sys.argv[1] if len(sys.argv) > 1 else "2000"
    here = Path(__file__).parent
    files = (*("test_engines_against_brute_force.py", "test_language_against_its_page.py", "test_damaged_blocks.py"),)
    sys.exit(pytest.main([*(str(here / file) for file in files), "-q", "--durations=0", *sys.argv[2:]]))
