"""`python -m compliance` is `pitboss`."""

from compliance.main import main

main()
