"""`python -m firefight` is the command `firefight`."""

from firefight.cli import main

if __name__ == "__main__":
    main()
