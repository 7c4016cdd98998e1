#!/bin/sh
# Where the format's own scripts lie. Nothing here needs them.
