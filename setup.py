"""Builds the package of what is here now: else setuptools adds whatever an earlier release left in `build/lib`."""

import shutil

from setuptools import setup

shutil.rmtree("build/lib", ignore_errors=True)
setup()
