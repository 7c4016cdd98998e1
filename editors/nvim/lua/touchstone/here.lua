--- What the current buffer and the cursor are about.
local client = require('touchstone.client')
local root = require('touchstone.root')
local server = require('touchstone.server')

local M = {}

---@param words string
function M.warn(words)
  client.say(words, vim.log.levels.WARN)
end

--- The path of what the current buffer shows, or of something in the current folder.
local function path_here()
  local name = vim.api.nvim_buf_get_name(0)
  return root.real(name ~= '' and vim.bo.buftype == '' and name or vim.fn.getcwd() .. '/file')
end

--- The problem of the current buffer; in a window of another kind, such as the quickfix list, that of the window before,
--- or the only one.
---@return touchstone.Problem?
local function problem_here()
  local problem = client.problem()
  if problem or vim.bo.buftype == '' then
    return problem
  end
  local before = vim.fn.winbufnr(vim.fn.winnr('#'))
  local name, only = next(client.problems)
  return before > 0 and client.problem(before) or next(client.problems, name) == nil and only or nil
end

--- Calls back with the problem of the current buffer. Waits a little for a server that has just been started.
---@param action fun(problem: touchstone.Problem)
function M.with_problem(action)
  local bufnr = vim.api.nvim_get_current_buf()
  local problem = problem_here()
  if problem then
    return action(problem)
  end
  if #vim.lsp.get_clients({ name = 'touchstone' }) == 0 then
    return M.warn(server.missing() or 'no file of a problem is open; open one first')
  end
  local waited = 0
  local timer = assert(vim.uv.new_timer())
  timer:start(50, 50, function()
    vim.schedule(function()
      if timer:is_closing() then
        return
      end
      waited = waited + 50
      local found = vim.api.nvim_buf_is_valid(bufnr) and client.problem(bufnr)
      if found or waited >= 3000 then
        timer:close()
        if found then
          action(found)
        else
          M.warn('this file belongs to no problem that the server knows')
        end
      end
    end)
  end)
end

--- Calls back once the whole matrix is known.
---@param problem touchstone.Problem
---@param action fun()
function M.with_matrix(problem, action)
  if problem.matrix then
    return action()
  end
  client.ask_matrix(problem, function(error)
    if error then
      M.warn(error)
    else
      action()
    end
  end)
end

---@return touchstone.Problem?
local function problem_for_completion()
  local problem = problem_here()
  if problem and not problem.matrix and not problem.is_asking then
    -- Not for this time, but for the next.
    client.ask_matrix(problem)
    vim.wait(200, function()
      return problem.matrix ~= nil
    end, 10)
  end
  return problem
end

---@param prefix string
---@return string[]
function M.solutions(prefix)
  local problem = problem_for_completion()
  return vim.tbl_map(function(solution)
    return prefix .. solution.path
  end, problem and problem.matrix and problem.matrix.solutions or {})
end

---@param prefix string
---@return string[]
function M.tests(prefix)
  local problem = problem_for_completion()
  return vim.tbl_map(function(test)
    return prefix .. test.id
  end, problem and problem.matrix and problem.matrix.tests or {})
end

--- The solution that a buffer shows, or that of a matrix's row, as the matrix names it.
---@param problem touchstone.Problem
---@return touchstone.Solution?
function M.solution(problem)
  local of_row = require('touchstone.matrix').solution_here()
  if of_row then
    return of_row
  end
  local path = root.real(vim.api.nvim_buf_get_name(0))
  for _, solution in ipairs(problem.matrix.solutions) do
    if path == problem.path .. '/' .. solution.path then
      return solution
    end
  end
end

--- The servers that a command is about: that of the buffer, else all.
---@return vim.lsp.Client[]
function M.clients()
  local here = vim.lsp.get_clients({ bufnr = 0, name = 'touchstone' })
  local problem = problem_here()
  if #here == 0 and problem then
    here = { vim.lsp.get_client_by_id(problem.client_id) }
  end
  return #here > 0 and here or vim.lsp.get_clients({ name = 'touchstone' })
end

--- The folder that `trust` is about: the one named, the server's, the problem's.
---@param named string?
---@return string?
function M.folder(named)
  if named then
    local path = root.real(named)
    return vim.fn.isdirectory(path) == 1 and path or nil
  end
  local problem = problem_here()
  local here = problem and vim.lsp.get_client_by_id(problem.client_id)
    or vim.lsp.get_clients({ bufnr = 0, name = 'touchstone' })[1]
  if here and here.root_dir then
    return root.real(here.root_dir)
  end
  return root.find(path_here())
end

--- Findings of the cursor's place: those that it stands on, else those of its line.
---@return vim.Diagnostic[]
function M.findings()
  local line, column = vim.fn.line('.') - 1, vim.fn.col('.') - 1
  local of_line = vim.tbl_filter(function(one)
    return one.source == 'touchstone'
  end, vim.diagnostic.get(0, { lnum = line }))
  local below = vim.tbl_filter(function(one)
    local begins = one.lnum < line or one.col <= column
    local ends = one.end_lnum > line or one.end_col > column
    return begins and ends
  end, of_line)
  return #below > 0 and below or of_line
end

--- Files of a problem with changes that are not saved, by their paths in it.
---@param problem touchstone.Problem
---@return string[]
function M.unsaved(problem)
  local names = {}
  for _, info in ipairs(vim.fn.getbufinfo({ bufmodified = 1 })) do
    local path = info.name ~= '' and root.real(info.name) or ''
    if vim.bo[info.bufnr].buftype == '' and root.is_below(path, problem.path) then
      names[#names + 1] = path:sub(#problem.path + 2)
    end
  end
  return names
end

--- The codes of all findings that are shown.
---@return string[]
function M.codes()
  local codes = {}
  for _, finding in ipairs(vim.diagnostic.get()) do
    if finding.source == 'touchstone' then
      codes[tostring(finding.code)] = true
    end
  end
  local sorted = vim.tbl_keys(codes)
  table.sort(sorted)
  return sorted
end

return M
