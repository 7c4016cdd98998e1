--- What `:Touchstone {subcommand} …` does, and what completes it.
local client = require('touchstone.client')
local config = require('touchstone.config')
local here = require('touchstone.here')
local model = require('touchstone.model')
local root = require('touchstone.root')
local server = require('touchstone.server')
local trust = require('touchstone.trust')

local M = {}

--- The words of labels, as the server reads them.
M.LABELS = {
  'accepted',
  'wrong_answer',
  'time_limit_exceeded',
  'run_time_error',
  'memory_limit_exceeded',
  'output_limit_exceeded',
  'rejected',
  'accepted_or_tle',
  'do_not_run',
}

--- The programs that can be written.
M.PIECES = { 'validator', 'checker', 'generator', 'interactor', 'brute_force' }
--- How tests are made.
M.METHODS = { 'evolvecoder', 'codecontests-o', 'codecontests-plus', 'hardtestgen' }

local warn = here.warn

---@param lead string
---@param kind 'dir'|'file'
local function paths(lead, kind)
  return vim.tbl_map(vim.fn.fnameescape, vim.fn.getcompletion(lead, kind))
end

--- Arguments of `run`: globs of solutions, `%` for that of the buffer, and `test=GLOB`.
---@param args string[]
---@param shown? string the path of the buffer's solution
---@return { solutions?: string[], tests?: string[] }
function M.run_options(args, shown)
  local options = {}
  for _, arg in ipairs(args) do
    local field, glob = 'solutions', arg
    if arg:match('^tests?=') then
      field, glob = 'tests', arg:gsub('^tests?=', '')
    elseif arg:match('^solutions?=') then
      glob = arg:gsub('^solutions?=', '')
    elseif arg == '%' and shown then
      glob = model.literally(shown)
    end
    options[field] = options[field] or {}
    table.insert(options[field], glob)
  end
  return options
end

--- Does something with the path of the solution that the buffer shows.
---@param problem touchstone.Problem
---@param act fun(path: string)
local function with_shown(problem, act)
  here.with_matrix(problem, function()
    local shown = here.solution(problem)
    if shown then
      act(shown.path)
    else
      warn('this buffer is no solution of the problem')
    end
  end)
end

---@param code string
---@param findings vim.Diagnostic[] those of the code that are meant
---@param is_asked boolean whether a language model is asked, too
local function explain(code, findings, is_asked)
  here.with_problem(function(problem)
    local lsp = #findings == 1 and vim.tbl_get(findings[1], 'user_data', 'lsp', 'data') or {}
    require('touchstone.view').explain(problem, { code = code, id = lsp.id, model = is_asked })
  end)
end

--- Does something with a finding under the cursor.
---@param prompt string
---@param act fun(code: string, findings: vim.Diagnostic[])
local function with_finding(prompt, act)
  local codes, of_code = {}, {}
  for _, finding in ipairs(here.findings()) do
    local code = tostring(finding.code)
    if not of_code[code] then
      of_code[code] = {}
      codes[#codes + 1] = code
    end
    table.insert(of_code[code], finding)
  end
  if #codes == 0 then
    warn('there is no finding on this line')
  elseif #codes == 1 then
    act(codes[1], of_code[codes[1]])
  else
    vim.ui.select(codes, { prompt = prompt }, function(code)
      if code then
        act(code, of_code[code])
      end
    end)
  end
end

---@param problem touchstone.Problem
---@param solution string its path
---@param label string
local function set_label(problem, solution, label)
  client.command(problem, 'setLabel', { solution = solution, label = label }, function(answer)
    -- Neovim makes edits of this kind, but does not promise it: then the server leaves it to whoever asked.
    if not answer.applied and answer.edit then
      local of = assert(vim.lsp.get_client_by_id(problem.client_id))
      vim.lsp.util.apply_workspace_edit(answer.edit, of.offset_encoding)
    elseif not answer.applied then
      return warn(('the edit that labels %s could not be made'):format(solution))
    end
    local words, names = ('%s is labelled %s'):format(solution, label), here.unsaved(problem)
    if #names > 0 then
      words = ('%s; not saved yet: %s'):format(words, table.concat(names, ', '))
    end
    client.say(words)
  end)
end

--- The path of a file that is to be written, with its whole name.
---@param named string?
---@param bang boolean
---@param name string the subcommand's
---@return string?
local function file_to_write(named, bang, name)
  if not named then
    return warn(('name a file: `:Touchstone %s FILE`'):format(name))
  end
  local path = vim.fs.normalize(vim.fs.abspath(vim.fs.normalize(named)))
  if vim.fn.isdirectory(path) == 1 then
    return warn(('%s is a folder; name a file'):format(path))
  end
  if vim.uv.fs_stat(path) and not bang then
    return warn(('%s is there already; `:Touchstone! %s` replaces it'):format(path, name))
  end
  return path
end

--- The kinds of report that the server writes.
local REPORTS = { 'json', 'html', 'junit', 'sarif', 'markdown' }

---@param kind string
---@param path string
local function write_report(kind, path)
  here.with_problem(function(problem)
    client.command(problem, 'exportReport', { format = kind, path = path }, function(written)
      client.say(('the report is in %s'):format(written))
    end)
  end)
end

---@param problem touchstone.Problem
local function list_findings(problem)
  local mine = vim.tbl_filter(function(one)
    return one.source == 'touchstone' and root.is_below(root.real(vim.api.nvim_buf_get_name(one.bufnr)), problem.path)
  end, vim.diagnostic.get())
  if #mine == 0 then
    return client.say('there is no finding')
  end
  local RANK = { E = 1, W = 2, I = 3, N = 4 }
  local items = vim.diagnostic.toqflist(mine)
  table.sort(items, function(a, b)
    local function key(one)
      local name = vim.api.nvim_buf_get_name(one.bufnr)
      return ('%d\0%s\0%06d\0%06d'):format(RANK[one.type] or 5, name, one.lnum, one.col)
    end
    return key(a) < key(b)
  end)
  local title = ('Findings in %s'):format(vim.fs.basename(problem.path))
  vim.fn.setqflist({}, ' ', { title = title, items = items })
  vim.cmd('botright copen')
end

---@param word string
---@param folder string?
local function set_trust(word, folder)
  local ANSWERS = { yes = true, no = false }
  if ANSWERS[word] == nil and word ~= 'ask' then
    return client.say('`trust` takes yes, no or ask, and a folder', vim.log.levels.ERROR)
  end
  if not folder then
    return warn('no problem folder was found; name one')
  end
  local error = trust.set(folder, ANSWERS[word])
  if error then
    return client.say(('the answer cannot be kept (%s)'):format(error), vim.log.levels.ERROR)
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
end

---@param which string?
local function open_log(which)
  local folder = server.log_folder()
  local path = which == 'client' and vim.lsp.log.get_filename() or server.newest_log(folder)
  if not path or not vim.uv.fs_stat(path) then
    return warn(('there is no log yet in %s'):format(folder))
  end
  vim.cmd(('%s sview %s'):format(config.get().log_split, vim.fn.fnameescape(path)))
  vim.bo.autoread = true
  vim.cmd.normal({ 'G', bang = true })
end

local function proposals()
  return require('touchstone.proposals')
end

---@param name 'hack'|'write'|'fix'|'minimize'|'probe'|'mutate'|'calibrate'
---@param options table
local function propose(name, options)
  here.with_problem(function(problem)
    proposals().make(problem, name, options)
  end)
end

---@class touchstone.Subcommand
---@field run fun(args: string[], bang: boolean)
---@field complete? fun(n: integer, args: string[]): string[] the n-th argument, from 1

---@type table<string, touchstone.Subcommand>
M.all = {
  run = {
    run = function(args)
      here.with_problem(function(problem)
        if not vim.tbl_contains(args, '%') then
          return client.run(problem, M.run_options(args))
        end
        with_shown(problem, function(path)
          client.run(problem, M.run_options(args, path))
        end)
      end)
    end,
    complete = function()
      return vim.list_extend(here.solutions(''), here.tests('test='))
    end,
  },
  sanitize = {
    run = function()
      here.with_problem(function(problem)
        client.run(problem, { sanitize = true })
      end)
    end,
  },
  matrix = {
    run = function()
      here.with_problem(function(problem)
        require('touchstone.matrix').open(problem)
      end)
    end,
  },
  problems = {
    run = function()
      require('touchstone.problems').open()
    end,
  },
  test = {
    run = function(args)
      here.with_problem(function(problem)
        here.with_matrix(problem, function()
          local shown = here.solution(problem)
          local solution = args[2] or (shown and shown.path)
          local test = args[1] or (shown and shown.first_failed_test)
          test = test or (problem.matrix.tests[1] or {}).id
          if test then
            require('touchstone.view').open(problem, test, solution)
          else
            warn('the problem has no tests')
          end
        end)
      end)
    end,
    complete = function(n)
      return n == 1 and here.tests('') or n == 2 and here.solutions('') or {}
    end,
  },
  findings = {
    run = function()
      here.with_problem(list_findings)
    end,
  },
  explain = {
    run = function(args, bang)
      if args[1] then
        explain(args[1], {}, bang)
      else
        with_finding('Explain which finding?', function(code, findings)
          explain(code, findings, bang)
        end)
      end
    end,
    complete = function(n)
      return n == 1 and here.codes() or {}
    end,
  },
  hack = {
    run = function(args)
      propose('hack', (proposals().options(args)))
    end,
    complete = function()
      return vim.list_extend(
        vim.tbl_map(function(method)
          return 'method=' .. method
        end, M.METHODS),
        {
          'engine=offline',
          'engine=llm',
          'engine=both',
          'seconds=',
          'rounds=',
          'tests=',
          'seed=',
          'seeds=',
          'all=true',
          'anyway=true',
          'strip_comments=true',
          'max_calls=',
          'max_tokens=',
          'budget=',
        }
      )
    end,
  },
  write = {
    run = function(args)
      local options, others = proposals().options(args)
      if others[1] then
        return propose('write', vim.tbl_extend('force', options, { piece = others[1] }))
      end
      vim.ui.select(M.PIECES, { prompt = 'Write which program?' }, function(piece)
        if piece then
          propose('write', vim.tbl_extend('force', options, { piece = piece }))
        end
      end)
    end,
    complete = function(n)
      return n == 1 and M.PIECES or { 'attempts=', 'candidates=', 'max_calls=', 'max_tokens=', 'budget=' }
    end,
  },
  fix = {
    run = function(args)
      local options, others = proposals().options(args)
      if others[1] then
        return propose('fix', vim.tbl_extend('force', options, { code = others[1] }))
      end
      with_finding('Fix which finding?', function(code, findings)
        local lsp = vim.tbl_get(findings[1], 'user_data', 'lsp', 'data') or {}
        propose('fix', vim.tbl_extend('force', options, { code = code, id = lsp.id }))
      end)
    end,
    complete = function(n)
      return n == 1 and here.codes() or { 'attempts=', 'candidates=', 'max_calls=', 'max_tokens=', 'budget=' }
    end,
  },
  promote = {
    run = function()
      local bufnr = vim.api.nvim_get_current_buf()
      local text = table.concat(vim.api.nvim_buf_get_lines(bufnr, 0, -1, true), '\n')
      if vim.bo[bufnr].endofline then
        text = text .. '\n'
      end
      propose('hack', { input = text })
    end,
  },
  minimize = {
    run = function(args)
      propose('minimize', (proposals().options(args)))
    end,
    complete = function()
      return { 'per_class=' }
    end,
  },
  bounds = {
    run = function()
      here.with_problem(require('touchstone.view').bounds)
    end,
  },
  probe = {
    run = function(args)
      propose('probe', (proposals().options(args)))
    end,
    complete = function()
      return { 'seconds=' }
    end,
  },
  mutate = {
    run = function(args)
      local options, others = proposals().options(args)
      if others[1] ~= '%' then
        return propose('mutate', vim.tbl_extend('force', options, { solution = others[1] }))
      end
      here.with_problem(function(problem)
        with_shown(problem, function(path)
          proposals().make(problem, 'mutate', vim.tbl_extend('force', options, { solution = path }))
        end)
      end)
    end,
    complete = function(n)
      local names = { 'most=', 'seconds=', 'seed=' }
      return n == 1 and vim.list_extend(here.solutions(''), names) or names
    end,
  },
  calibrate = {
    run = function(args)
      propose('calibrate', (proposals().options(args)))
    end,
    complete = function()
      return { 'runs=', 'ratio_ac=', 'ratio_tle=', 'ratio_memory=', 'growth_seconds=' }
    end,
  },
  label = {
    run = function(args)
      here.with_problem(function(problem)
        here.with_matrix(problem, function()
          local shown = here.solution(problem)
          local solution = args[2] or (shown and shown.path)
          if not solution then
            return warn('this buffer is no solution of the problem; name one: `:Touchstone label LABEL SOLUTION`')
          end
          if args[1] then
            return set_label(problem, solution, args[1])
          end
          vim.ui.select(M.LABELS, { prompt = ('What is %s?'):format(solution) }, function(label)
            if label then
              set_label(problem, solution, label)
            end
          end)
        end)
      end)
    end,
    complete = function(n)
      return n == 1 and M.LABELS or n == 2 and here.solutions('') or {}
    end,
  },
  export = {
    run = function(args, bang)
      local path = file_to_write(args[1], bang, 'export')
      if path then
        write_report(path:match('%.html?$') and 'html' or 'json', path)
      end
    end,
    complete = function(n, args)
      return n == 1 and paths(args[1] or '', 'file') or {}
    end,
  },
  report = {
    run = function(args, bang)
      if not vim.list_contains(REPORTS, args[1]) then
        return warn(
          ('say which kind of report: `:Touchstone report KIND FILE`; the kinds are %s'):format(
            table.concat(REPORTS, ', ')
          )
        )
      end
      local path = file_to_write(args[2], bang, 'report ' .. args[1])
      if path then
        write_report(args[1], path)
      end
    end,
    complete = function(n, args)
      return n == 1 and REPORTS or n == 2 and paths(args[2] or '', 'file') or {}
    end,
  },
  clear = {
    run = function()
      here.with_problem(function(problem)
        client.command(problem, 'clearCache', {}, function(bytes)
          client.say(('the cache is empty; that freed %.1f MB'):format((bytes or 0) / 1e6))
        end)
      end)
    end,
  },
  new = {
    run = function(args)
      if not args[1] then
        return warn('name the folder: `:Touchstone new NAME`')
      end
      local path = vim.fs.abspath(vim.fs.normalize(args[1]))
      local made, error = server.ask({ 'new', path })
      if not made then
        return client.say(error or '', vim.log.levels.ERROR)
      end
      client.say(('made %s'):format(path))
      vim.cmd.edit(vim.fn.fnameescape(vim.fs.joinpath(path, 'val.cpp')))
    end,
    complete = function(n, args)
      return n == 1 and paths(args[1] or '', 'dir') or {}
    end,
  },
  bundle = {
    run = function(args, bang)
      local path = file_to_write(args[1], bang, 'bundle')
      if not path then
        return
      end
      local _, error = server.ask({ 'doctor', '--quick', '--color', 'never', '--bundle', path })
      if error or not vim.uv.fs_stat(path) then
        return client.say(('%s was not written: %s'):format(path, error or 'nothing is there'), vim.log.levels.ERROR)
      end
      client.say(('what a bug report needs is in %s'):format(path))
    end,
    complete = function(n, args)
      return n == 1 and paths(args[1] or '', 'file') or {}
    end,
  },
  cancel = {
    run = function()
      client.cancel()
    end,
  },
  log = {
    run = function(args)
      open_log(args[1])
    end,
    complete = function(n)
      return n == 1 and { 'server', 'client' } or {}
    end,
  },
  restart = {
    run = function()
      local clients = here.clients()
      if #clients > 0 then
        return client.restart(clients)
      end
      local missing = server.missing()
      if missing then
        return client.say(missing, vim.log.levels.ERROR)
      end
      vim.lsp.enable('touchstone')
      vim.cmd.doautoall('nvim.lsp.enable FileType')
    end,
  },
  trust = {
    run = function(args)
      set_trust(args[1] or 'yes', here.folder(args[2]))
    end,
    complete = function(n, args)
      if n == 1 then
        return { 'yes', 'no', 'ask' }
      end
      return n == 2 and paths(args[2] or '', 'dir') or {}
    end,
  },
}

return M
