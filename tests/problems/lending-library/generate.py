#!/usr/bin/env python3
"""Where the tool of a repository in the format of library-checker lies. Nothing here needs it."""
