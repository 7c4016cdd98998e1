--- `:Touchstone {subcommand} …`
local client = require('touchstone.client')
local config = require('touchstone.config')
local root = require('touchstone.root')
local trust = require('touchstone.trust')

local M = {}

--- Calls back with the problem of the current buffer. Starts the server where it does not run yet, and waits a little
--- for what it finds.
---@param action fun(problem: touchstone.Problem)
local function with_problem(action)
  local bufnr = vim.api.nvim_get_current_buf()
  local problem = client.problem(bufnr)
  if problem then
    return action(problem)
  end
  local attached = vim.lsp.get_clients({ name = 'touchstone' })
  if #attached == 0 then
    client.say('no file of a problem is open; open one first', vim.log.levels.WARN)
    return
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
          client.say('this file belongs to no problem that the server knows', vim.log.levels.WARN)
        end
      end
    end)
  end)
end

--- Calls back once the whole matrix is known.
---@param problem touchstone.Problem
---@param action fun()
local function with_matrix(problem, action)
  if problem.matrix then
    return action()
  end
  client.ask_matrix(problem, function(error)
    if error then
      client.say(error, vim.log.levels.WARN)
    else
      action()
    end
  end)
end

---@return touchstone.Problem?
local function problem_for_completion()
  local problem = client.problem()
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
local function solutions(prefix)
  local problem = problem_for_completion()
  return vim.tbl_map(function(solution)
    return prefix .. solution.path
  end, problem and problem.matrix and problem.matrix.solutions or {})
end

---@param prefix string
---@return string[]
local function tests(prefix)
  local problem = problem_for_completion()
  return vim.tbl_map(function(test)
    return prefix .. test.id
  end, problem and problem.matrix and problem.matrix.tests or {})
end

--- Arguments of `run`: globs of solutions, and `test=GLOB`.
---@param args string[]
---@return { solutions?: string[], tests?: string[] }
function M.run_options(args)
  local options = {}
  for _, arg in ipairs(args) do
    local field, glob = 'solutions', arg
    if arg:match('^tests?=') then
      field, glob = 'tests', arg:gsub('^tests?=', '')
    elseif arg:match('^solutions?=') then
      glob = arg:gsub('^solutions?=', '')
    end
    options[field] = options[field] or {}
    table.insert(options[field], glob)
  end
  return options
end

--- The solution that a buffer shows, as the matrix names it.
---@param problem touchstone.Problem
---@return touchstone.Solution?
local function solution_of_buffer(problem)
  local path = root.real(vim.api.nvim_buf_get_name(0))
  for _, solution in ipairs(problem.matrix.solutions) do
    if path == problem.path .. '/' .. solution.path then
      return solution
    end
  end
end

--- The servers that a command is about: that of the buffer, else all.
---@return vim.lsp.Client[]
local function clients_here()
  local here = vim.lsp.get_clients({ bufnr = 0, name = 'touchstone' })
  local problem = client.problem()
  if #here == 0 and problem then
    here = { vim.lsp.get_client_by_id(problem.client_id) }
  end
  return #here > 0 and here or vim.lsp.get_clients({ name = 'touchstone' })
end

--- The folder that `trust` is about: the one named, the server's, the problem's.
---@param named string?
---@return string?
local function folder_to_trust(named)
  if named then
    local path = root.real(vim.fn.expand(named))
    return vim.fn.isdirectory(path) == 1 and path or nil
  end
  local problem = client.problem()
  local here = problem and vim.lsp.get_client_by_id(problem.client_id)
    or vim.lsp.get_clients({ bufnr = 0, name = 'touchstone' })[1]
  if here and here.root_dir then
    return root.real(here.root_dir)
  end
  local name = vim.api.nvim_buf_get_name(0)
  return root.find(root.real(name ~= '' and name or vim.fn.getcwd() .. '/file'))
end

---@class touchstone.Subcommand
---@field run fun(args: string[], bang: boolean)
---@field complete? fun(n: integer, args: string[]): string[] the n-th argument, from 1

---@type table<string, touchstone.Subcommand>
M.subcommands = {
  run = {
    run = function(args)
      with_problem(function(problem)
        client.run(problem, M.run_options(args))
      end)
    end,
    complete = function()
      return vim.list_extend(solutions(''), tests('test='))
    end,
  },
  matrix = {
    run = function()
      with_problem(function(problem)
        require('touchstone.matrix').open(problem)
      end)
    end,
  },
  test = {
    run = function(args)
      with_problem(function(problem)
        with_matrix(problem, function()
          local of_buffer = solution_of_buffer(problem)
          local solution = args[2] or (of_buffer and of_buffer.path)
          local test = args[1] or (of_buffer and of_buffer.first_failed_test)
          test = test or (problem.matrix.tests[1] or {}).id
          if test then
            require('touchstone.view').open(problem, test, solution)
          else
            client.say('the problem has no tests', vim.log.levels.WARN)
          end
        end)
      end)
    end,
    complete = function(n)
      return n == 1 and tests('') or n == 2 and solutions('') or {}
    end,
  },
  explain = {
    run = function(args)
      local code = args[1]
      if not code then
        local line = vim.api.nvim_win_get_cursor(0)[1] - 1
        for _, diagnostic in ipairs(vim.diagnostic.get(0, { lnum = line })) do
          if diagnostic.source == 'touchstone' then
            code = code or tostring(diagnostic.code)
          end
        end
      end
      if not code then
        client.say('there is no finding on this line', vim.log.levels.WARN)
        return
      end
      with_problem(function(problem)
        client.command(problem, 'explain', { code = code }, function(text)
          vim.lsp.util.open_floating_preview(vim.split(text, '\n'), 'markdown', { focus_id = 'touchstone-explain' })
        end)
      end)
    end,
    complete = function(n)
      local codes = {}
      for _, diagnostic in ipairs(n == 1 and vim.diagnostic.get() or {}) do
        if diagnostic.source == 'touchstone' then
          codes[tostring(diagnostic.code)] = true
        end
      end
      return vim.tbl_keys(codes)
    end,
  },
  cancel = {
    run = function()
      client.cancel()
    end,
  },
  log = {
    run = function(args)
      local server = require('touchstone.server')
      local folder = server.log_folder()
      local path = args[1] == 'client' and vim.lsp.log.get_filename() or server.newest_log(folder)
      if not path or not vim.uv.fs_stat(path) then
        client.say(('there is no log yet in %s'):format(folder), vim.log.levels.WARN)
        return
      end
      vim.cmd(('%s sview %s'):format(config.get().log_split, vim.fn.fnameescape(path)))
      vim.bo.autoread = true
      vim.cmd.normal({ 'G', bang = true })
    end,
    complete = function(n)
      return n == 1 and { 'server', 'client' } or {}
    end,
  },
  restart = {
    run = function()
      local here = clients_here()
      if #here > 0 then
        client.restart(here)
      else
        vim.lsp.enable('touchstone')
        vim.cmd.doautoall('nvim.lsp.enable FileType')
      end
    end,
  },
  trust = {
    run = function(args)
      local ANSWERS = { yes = true, no = false }
      local word = args[1] or 'yes'
      if ANSWERS[word] == nil and word ~= 'ask' then
        client.say('`trust` takes yes, no or ask, and a folder', vim.log.levels.ERROR)
        return
      end
      local folder = folder_to_trust(args[2])
      if not folder then
        client.say('no problem folder was found; name one', vim.log.levels.WARN)
        return
      end
      local error = trust.set(folder, ANSWERS[word])
      if error then
        client.say(('the answer cannot be kept (%s)'):format(error), vim.log.levels.ERROR)
        return
      end
      local affected = vim.tbl_filter(function(one)
        return one.root_dir and root.is_below(root.real(one.root_dir), folder)
      end, vim.lsp.get_clients({ name = 'touchstone' }))
      local words = {
        yes = 'programs of %s may be compiled and run',
        no = 'nothing of %s is compiled or run',
        ask = 'nothing is said of %s any more; the server asks, or keeps to what it was told',
      }
      client.restart(affected, function()
        client.say(words[word]:format(folder))
      end)
    end,
    complete = function(n, args)
      if n == 1 then
        return { 'yes', 'no', 'ask' }
      end
      return n == 2 and vim.fn.getcompletion(args[2] or '', 'dir') or {}
    end,
  },
}

---@param args vim.api.keyset.create_user_command.command_args
function M.run(args)
  local words = args.fargs
  local name = table.remove(words, 1)
  local subcommand = M.subcommands[name]
  if not subcommand then
    local known = vim.tbl_keys(M.subcommands)
    table.sort(known)
    client.say(('there is no `%s`; there are %s'):format(name, table.concat(known, ', ')), vim.log.levels.ERROR)
    return
  end
  subcommand.run(words, args.bang)
end

---@param lead string
---@param line string
---@param position integer
---@return string[]
function M.complete(lead, line, position)
  local words = vim.split(line:sub(1, position), '%s+', { trimempty = true })
  while #words > 0 and not words[1]:match('^%u') do
    table.remove(words, 1) -- modifiers such as `vertical`, a range
  end
  if lead == '' then
    words[#words + 1] = ''
  end
  local n = #words - 2
  local all
  if n <= 0 then
    all = vim.tbl_keys(M.subcommands)
  else
    local subcommand = M.subcommands[words[2]]
    all = subcommand and subcommand.complete and subcommand.complete(n, vim.list_slice(words, 3)) or {}
  end
  local matching = vim.tbl_filter(function(one)
    return vim.startswith(one, lead)
  end, all)
  if n <= 0 then
    table.sort(matching)
  end
  return matching
end

return M
