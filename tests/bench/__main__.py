"""`make bench`: every measurement in this folder, one after the other; names choose some of them."""

import importlib
import os
import pkgutil
import sys

import django

from tests import bench

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")
    django.setup()
    chosen = sys.argv[1:]
    for module_info in pkgutil.iter_modules(bench.__path__):
        if module_info.name.startswith("_") or (chosen and module_info.name not in chosen):
            continue
        module = importlib.import_module(f"tests.bench.{module_info.name}")
        if hasattr(module, "main"):
            print(f"\n{module_info.name}", flush=True)
            module.main()
