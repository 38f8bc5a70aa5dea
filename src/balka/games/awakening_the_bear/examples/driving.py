"""Worked examples to be."""

from __future__ import annotations

from typing import Any

SCENES: dict[str, Any] = {}
