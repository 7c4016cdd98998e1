std = "luajit"
globals = { "vim" }
max_line_length = 130
exclude_files = { "build/**" }
