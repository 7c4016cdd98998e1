--- Where problems are, as far as an editor must know that: when to start the server, and for which folder. What a
--- problem is made of is the server's affair; a file `touchstone.toml`, which may be empty, settles every doubt.
local M = {}

local MANIFESTS = { 'touchstone.toml', 'problem.xml', 'problem.yaml', 'problem.rbx.yml' }
--- Manifests in directories below that of the problem.
local BELOW = { 'testdata/config.yaml' }
--- Files that say more of a problem than its manifest, or are one where other things have such a name, too.
local FURTHER = {
  'generators.yaml',
  'info.toml',
  'problem.json',
  'subtasks.json',
  'solutions.json',
  'config.yml',
  'config.yaml',
  'task.yaml',
  'task.toml',
  'task.yml',
  'task.yaml.orig',
  'init.yml',
  'PROBLEM',
  'SOLUTION',
  'TESTSET',
}
local MOST_ABOVE = 4
local MOST_ENTRIES = 1000
local MOST_READ = 100
local HEAD_BYTES = 8192
local SOURCES = { cpp = true, cc = true, cxx = true, c = true, py = true, java = true, kt = true, rs = true, go = true }
local CPP = { cpp = true, cc = true, cxx = true, c = true, h = true, hpp = true }

--- Whether a folder of this name is a part of a problem rather than a problem.
---@param name string
local function is_part(name)
  name = name:lower()
  for _, start in ipairs({ 'gen', 'val', 'check', 'chk', 'interact', 'sol', 'submission', 'test', 'sample', 'example' }) do
    if name:sub(1, #start) == start then
      return true
    end
  end
  local others = 'data secret in input inputs files std accepted wrong_answer time_limit_exceeded run_time_error '
  return (' ' .. others .. 'input_validators output_validators scripts '):find(' ' .. name .. ' ', 1, true) ~= nil
end

---@param path string
---@return string?
local function head(path)
  local file = io.open(path, 'rb')
  if not file then
    return nil
  end
  local text = file:read(HEAD_BYTES)
  file:close()
  return text
end

---@param name string
local function extension(name)
  return (name:match('%.([^.]+)$') or ''):lower()
end

---@param path string
local function includes_testlib(path)
  local name = vim.fs.basename(path)
  if name == 'testlib.h' or not CPP[extension(name)] then
    return false
  end
  return (head(path) or ''):find('testlib.h', 1, true) ~= nil
end

---@param dir string
---@return string[] files, string[] folders
local function entries(dir)
  local files, folders, n = {}, {}, 0
  for name, kind in vim.fs.dir(dir) do
    n = n + 1
    if n > MOST_ENTRIES then
      break
    end
    if kind == 'directory' then
      folders[#folders + 1] = name
    else
      files[#files + 1] = name
    end
  end
  return files, folders
end

---@param dir string
---@param files string[]
local function holds_tool(dir, files)
  local n = 0
  for _, name in ipairs(files) do
    if CPP[extension(name)] then
      n = n + 1
      if n > MOST_READ then
        return false
      end
      if includes_testlib(vim.fs.joinpath(dir, name)) then
        return true
      end
    end
  end
  return false
end

--- Whether a folder without a manifest looks like a problem.
---@param dir string
function M.is_plain(dir)
  local files, folders = entries(dir)
  if holds_tool(dir, files) then
    return true
  end
  local has_source, has_statement = false, false
  for _, name in ipairs(files) do
    has_source = has_source or SOURCES[extension(name)] ~= nil
    has_statement = has_statement or name:match('^statement') ~= nil or name:match('^problem%.') ~= nil
  end
  local has_tests, has_solutions = false, false
  for _, name in ipairs(folders) do
    local lower = name:lower()
    if is_part(name) and holds_tool(vim.fs.joinpath(dir, name), (entries(vim.fs.joinpath(dir, name)))) then
      return true
    end
    has_tests = has_tests or lower:match('^tests?$') ~= nil or lower:match('^samples?$') ~= nil or lower == 'data'
    has_solutions = has_solutions or lower:match('^sol') ~= nil or lower == 'submissions'
  end
  local has_sources = has_source or has_solutions
  return has_sources and (has_tests or (has_statement and has_solutions))
end

local STATEMENTS = { 'statement', 'problem', 'task', 'description', 'readme' }

--- Whether a text in Markdown or TeX may be a statement, by its name or its folder.
---@param path string
function M.is_statement(path)
  local name = vim.fs.basename(path):lower()
  for _, start in ipairs(STATEMENTS) do
    if vim.startswith(name, start) then
      return true
    end
  end
  for dir in vim.fs.parents(path) do
    local above = vim.fs.basename(dir):lower()
    if vim.startswith(above, 'statement') or vim.startswith(above, 'problem_statement') or above == 'tex' then
      return true
    end
  end
  return false
end

---@param dir string
---@param name string
local function has(dir, name)
  return vim.uv.fs_stat(vim.fs.joinpath(dir, name)) ~= nil
end

local TASKS = { 'task.yaml', 'task.toml', 'task.yml', 'task.yaml.orig' }

---@param dir string
---@param names string[]
local function has_any(dir, names)
  for _, name in ipairs(names) do
    if has(dir, name) then
      return true
    end
  end
  return false
end

--- Whether some line of a file begins with one of some words.
---@param path string
---@param words string[]
local function has_line(path, words)
  for line in vim.gsplit(head(path) or '', '\n') do
    for _, word in ipairs(words) do
      if vim.startswith(vim.trim(line), word) then
        return true
      end
    end
  end
  return false
end

--- Whether a folder has a manifest of a name that other things have, too, and what makes it one.
---@param dir string
local function has_common_manifest(dir)
  local marks = { 'checker_type:', 'subtasks:', 'cases:', 'user_extra_files:', 'judge_extra_files:' }
  return has_line(vim.fs.joinpath(dir, 'info.toml'), { '[[tests]]' })
    or has(dir, 'problem.json') and (has(dir, 'gen/data') or has(dir, 'solutions.json'))
    or (has(dir, 'config.yml') or has(dir, 'config.yaml')) and has(dir, 'prog')
    or (has(dir, 'gen') or has(dir, 'sol')) and has_any(dir, TASKS)
    or has(dir, 'PROBLEM') and has(dir, 'tests/TESTSET')
    or has(dir, 'config.json') and has(dir, 'genscript')
    or has_line(vim.fs.joinpath(dir, 'init.yml'), { 'test_cases:' })
    or has_line(vim.fs.joinpath(dir, 'config.yaml'), marks) and vim.fs.basename(dir) ~= 'testdata'
end

---@param dir string
function M.has_manifest(dir)
  for _, names in ipairs({ MANIFESTS, BELOW }) do
    for _, name in ipairs(names) do
      if has(dir, name) then
        return true
      end
    end
  end
  return has_common_manifest(dir)
end

---@param path string
function M.is_manifest(path)
  local name = vim.fs.basename(path)
  return vim.tbl_contains(FURTHER, name) or vim.tbl_contains(MANIFESTS, name)
end

--- The problem folder of a file, if it lies in one: the nearest folder with a manifest, else the nearest that looks
--- like a problem and has not the name of a part of one.
---@param path string
---@return string?
function M.find(path)
  local home, temporary = vim.uv.os_homedir(), vim.uv.os_tmpdir()
  local above = {}
  for dir in vim.fs.parents(path) do
    if dir == home or dir == temporary or dir == vim.fs.dirname(dir) or #above > MOST_ABOVE then
      break
    end
    above[#above + 1] = dir
  end
  for _, dir in ipairs(above) do
    if M.has_manifest(dir) then
      return dir
    end
  end
  local part
  for _, dir in ipairs(above) do
    if M.is_plain(dir) then
      if not is_part(vim.fs.basename(dir)) then
        return dir
      end
      part = part or dir
    end
  end
  return part
end

--- Files that list the problems of a contest.
local LISTS = { 'problems.yaml', 'problemset.yaml', 'contest.yaml', 'contest.rbx.yml' }

--- What a text has as items of a list, or as an item's `id`, `short-name`, `short_name` or `path`.
---@param text string
---@return string[]
local function listed(text)
  local names = {}
  for line in vim.gsplit(text, '\n') do
    local value = line:match('^%s*%-%s+(.+)$') or line
    local named = value:match('^%s*id:%s*(.+)$') or value:match('^%s*short[-_]name:%s*(.+)$')
    value = named or value:match('^%s*path:%s*(.+)$') or (value ~= line and value)
    if value then
      local name = vim.trim(value:gsub('%s#.*$', '')):gsub('^["\']', ''):gsub('["\']$', '')
      names[#names + 1] = (name:gsub('^%./', ''):gsub('/$', ''))
    end
  end
  return names
end

--- Whether a text names a folder as a problem of a contest.
---@param text string
---@param name string
function M.lists(text, name)
  return vim.tbl_contains(listed(text), name)
end

--- The folder of the contest that a file lists: a problem that it names lies beside it.
---@param path string
---@return string?
function M.listed_by(path)
  if not vim.tbl_contains(LISTS, vim.fs.basename(path)) then
    return nil
  end
  local dir = vim.fs.dirname(path)
  for _, name in ipairs(listed(head(path) or '')) do
    local problem = vim.fs.joinpath(dir, name)
    if vim.fn.isdirectory(problem) == 1 and (M.has_manifest(problem) or M.is_plain(problem)) then
      return dir
    end
  end
end

--- The folder of the contest that a problem is part of: the one around it, if a file there lists problems.
---@param problem string
---@return string?
function M.contest(problem)
  local around = vim.fs.dirname(problem)
  for _, name in ipairs(LISTS) do
    local text = head(vim.fs.joinpath(around, name))
    -- Others have files of these names; one that lists problems names this one.
    if text and M.lists(text, vim.fs.basename(problem)) then
      return around
    end
  end
end

--- A path without links and relative parts.
---@param path string
function M.real(path)
  local absolute = vim.fs.normalize(vim.fs.abspath(path))
  return vim.uv.fs_realpath(absolute) or absolute
end

---@param path string
---@param root string
function M.is_below(path, root)
  return path == root or path:sub(1, #root + 1) == root .. '/' or root == '/'
end

---@param bufnr integer
local function begins_as_program(bufnr)
  local first = vim.api.nvim_buf_get_lines(bufnr, 0, 1, false)[1] or ''
  return first:sub(1, 2) == '#!'
end

--- Whether a file with a usual name is a test script, and not one of a shell.
---@param path string
---@param bufnr integer
function M.is_script(path, bufnr)
  return not begins_as_program(bufnr) and M.find(M.real(path)) ~= nil
end

--- Whether a file lists tests in the words of a format: `gen/data` of tps, and what `problem.rbx.yml` names.
---@param path string
function M.is_test_list(path)
  local dir = vim.fs.dirname(path)
  if vim.fs.basename(path) == 'data' then
    return vim.fs.basename(dir) == 'gen' and has(vim.fs.dirname(dir), 'problem.json')
  end
  local n = 0
  for problem in vim.fs.parents(path) do
    n = n + 1
    local manifest = n <= MOST_ABOVE and head(vim.fs.joinpath(problem, 'problem.rbx.yml'))
    if manifest then
      return manifest:find(path:sub(#problem + 2), 1, true) ~= nil
    end
  end
  return false
end

--- `tests.txt` may be about something else: some line of it must look like a command that makes a test.
---@param path string
---@param bufnr integer
function M.is_tests_txt(path, bufnr)
  if not M.is_script(path, bufnr) then
    return false
  end
  for _, line in ipairs(vim.api.nvim_buf_get_lines(bufnr, 0, 200, false)) do
    if line:match('^%s*[%w_./-]+.*>%s*[%$%d{]') then
      return true
    end
  end
  return false
end

return M
