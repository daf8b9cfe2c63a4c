"""The three checks of a deal, as tests call them: `replay --verify`, the file that the page offers, and the page's own script."""

import importlib.util
import json
import shutil
import subprocess
import sys
from io import StringIO
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from django.core.management import call_command

ROOT = Path(__file__).resolve().parents[3]
FILE = ROOT / "static" / "verify" / "verify_deal.py"
SCRIPT = ROOT / "static" / "js" / "verify_deal.js"
NODE = shutil.which("node")
Record = dict[str, Any]


def stand_alone() -> ModuleType:
    spec = importlib.util.spec_from_file_location("verify_deal", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def in_node(tmp_path: Path, body: str, given: object) -> Any:
    """Run these lines with everything that the page's script offers; return what they say."""
    if NODE is None:
        pytest.skip("node is not here; tests/browser/test_verify.py runs the script in a browser")
    shutil.copy(SCRIPT, tmp_path / "verify_deal.mjs")
    (tmp_path / "given.json").write_text(json.dumps(given))
    (tmp_path / "run.mjs").write_text(
        'import { readFileSync } from "node:fs";\n'
        'import * as deal from "./verify_deal.mjs";\n'
        f'const given = JSON.parse(readFileSync("{tmp_path}/given.json"));\n'
        'const bytes = (text) => Uint8Array.from(Buffer.from(text, "hex"));\n'
        'const hex = (data) => Buffer.from(data).toString("hex");\n'
        f"const run = async () => {{ {body} }};\n"
        "console.log(JSON.stringify(await run()));\n"
    )
    run = subprocess.run(
        [NODE, str(tmp_path / "run.mjs")], capture_output=True, text=True, check=True
    )
    return json.loads(run.stdout)


def verdict_of_file(record: Record, tmp_path: Path) -> str:
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record))
    run = subprocess.run(
        [sys.executable, "-I", "-S", str(FILE), str(path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode == 0) == run.stdout.startswith("It all fits")
    return "fits" if run.returncode == 0 else run.stderr


def verdict_of_command(record: Record, tmp_path: Path) -> str:
    path, out = tmp_path / "record.json", StringIO()
    path.write_text(json.dumps(record))
    try:
        call_command("replay", str(path), verify=True, stdout=out)
    except SystemExit:
        return out.getvalue()
    return "fits" if out.getvalue().strip() == "ok" else out.getvalue()


def verdict_of_script(record: Record, tmp_path: Path) -> str:
    body = """
      try { await deal.verifyDeal(given); return "fits"; }
      catch (error) { return error instanceof deal.Fault ? error.message : String(error.stack); }"""
    found: str = in_node(tmp_path, body, record)
    return found


def part(record: Record) -> Record:
    found: Record = record["meta"]["fair_deal"]
    return found


def event(record: Record, kind: str) -> Record:
    return next(each for _is_public, each in part(record)["events"] if each["kind"] == kind)
