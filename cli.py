"""Pit Boss from a checkout, without installing: `python cli.py check rulesets`."""

from compliance.main import main

if __name__ == "__main__":
    main()
