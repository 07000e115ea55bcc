"""`python -m pipeline.cli` is the command klaverlog."""

from pipeline.cli import main

main()
