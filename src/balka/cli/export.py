"""balka export: finished games as tables for other programs."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tqdm import tqdm

from balka.cli.extras import extra

TABLES = "outcomes,choices,positions"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("sources", nargs="+", type=Path, help="records, or files of results of balka match")
    parser.add_argument("--to", type=Path, required=True, metavar="FOLDER", help="where the Parquet files go")
    parser.add_argument("--tables", default=TABLES, help=f"which tables, commas between ({TABLES})")


def run(args: argparse.Namespace) -> int:
    with extra("export"):
        from balka.lab.export.writing import export
    tables = [name.strip() for name in args.tables.split(",")]
    with tqdm(unit="game", disable=None, file=sys.stderr) as bar:
        counts = export(args.sources, args.to, tables, bar.update)
    print("\n".join(f"{args.to / name}.parquet: {rows} rows" for name, rows in counts.items()))
    return 0
