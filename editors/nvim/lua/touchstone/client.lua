--- The server's side of things: when it starts and with what trust, what it has told of each problem, questions to it.
local config = require('touchstone.config')
local model = require('touchstone.model')
local root = require('touchstone.root')
local server = require('touchstone.server')
local trust = require('touchstone.trust')

local M = {}

---@class touchstone.Problem
---@field uri string its folder, as the server spells it
---@field path string its folder without links
---@field client_id integer
---@field status? { health: 'ok'|'warning'|'error', busy: boolean, message: string, tpr?: number, tnr?: number }
---@field matrix? touchstone.Matrix
---@field is_asking? boolean the whole matrix was asked for
---@field is_behind? boolean and it must be asked for once more
---@field is_summed_up? boolean some row's summary is ours, not the server's
---@field is_settling? boolean and will be replaced soon

---@type table<string, touchstone.Problem>
M.problems = {}

local NAME = 'touchstone'
local SETTLED_AFTER_MS = 150
local GONE = 'the server has ended; try :Touchstone restart'
local IS_012 = vim.fn.has('nvim-0.12') == 1

---@param words string
---@param level? integer
local function say(words, level)
  vim.notify('touchstone: ' .. words, level or vim.log.levels.INFO)
end
M.say = say

---@param pattern 'TouchstoneStatus'|'TouchstoneMatrixChanged'|'TouchstoneProblemsChanged'
---@param data table
local function tell(pattern, data)
  vim.api.nvim_exec_autocmds('User', { pattern = pattern, data = data, modeline = false })
end

-- Starting ----------------------------------------------------------------------------------------------------------

local MANIFEST_TYPES = { json = true, toml = true, xml = true, yaml = true }
local STATEMENT_TYPES = { markdown = true, plaintex = true, tex = true }

--- The folder to serve for a file: one about which something was said with `:Touchstone trust`, else the contest that it
--- lists or that is around its problem, else that.
---@param path string
---@return string?
function M.folder_of(path)
  local problem = root.listed_by(path) or root.find(path)
  if not problem then
    return nil
  end
  local decided = trust.above(problem)
  return decided or root.contest(problem) or problem
end

---@param bufnr integer
---@param on_dir fun(dir: string)
function M.root_dir(bufnr, on_dir)
  local name = vim.api.nvim_buf_get_name(bufnr)
  if name == '' or name:match('^%a[%w+.-]+://') then
    return
  end
  local path = root.real(name)
  if MANIFEST_TYPES[vim.bo[bufnr].filetype] and not root.is_manifest(path) and not root.listed_by(path) then
    return
  end
  if STATEMENT_TYPES[vim.bo[bufnr].filetype] and not root.is_statement(path) then
    return
  end
  local folder = M.folder_of(path)
  if not folder then
    return
  end
  local missing = server.missing()
  if missing then
    vim.notify_once('touchstone: ' .. missing, vim.log.levels.WARN)
    return
  end
  on_dir(folder)
end

---@param params lsp.InitializeParams
---@param of vim.lsp.ClientConfig
function M.before_init(params, of)
  local answer
  if of.root_dir then
    answer = select(2, trust.above(root.real(of.root_dir)))
  end
  if answer ~= nil then
    local options = params.initializationOptions
    if type(options) ~= 'table' or vim.tbl_isempty(options) then
      options = {}
    end
    params.initializationOptions = vim.tbl_extend('force', options, { trusted = answer })
  end
  require('touchstone.own_model').announce(params)
  if not IS_012 then
    -- It asks for diagnostics only after edits and cannot be told to ask again after a run: better told than asked.
    params.capabilities.textDocument.diagnostic = nil
  end
end

---@param client vim.lsp.Client
---@param bufnr integer
function M.on_attach(client, bufnr)
  local known = M.buffers[client.id] or { config = client.config, bufs = {} }
  known.bufs[bufnr] = true
  M.buffers[client.id] = known
  if not config.get().codelens then
    return
  end
  if IS_012 then
    vim.lsp.codelens.enable(true, { bufnr = bufnr })
  else
    M.refresh_lenses(bufnr)
    vim.api.nvim_create_autocmd({ 'BufEnter', 'InsertLeave', 'BufWritePost' }, {
      group = vim.api.nvim_create_augroup('touchstone.lenses.' .. bufnr, {}),
      buffer = bufnr,
      callback = function()
        M.refresh_lenses(bufnr)
      end,
    })
  end
end

--- Neovim 0.11 asks for lenses when it is told to; 0.12 does by itself.
---@param bufnr integer
function M.refresh_lenses(bufnr)
  if not IS_012 and vim.api.nvim_buf_is_loaded(bufnr) and next(vim.lsp.get_clients({ bufnr = bufnr, name = NAME })) then
    vim.lsp.codelens.refresh({ bufnr = bufnr })
  end
end

-- Ending ------------------------------------------------------------------------------------------------------------

--- The configuration and the buffers of each client, which Neovim forgets when its process ends.
---@type table<integer, { config: vim.lsp.ClientConfig, bufs: table<integer, true> }>
M.buffers = {}
---@type table<integer, true> clients that are to end
M.asked_to_end = {}
--- What was found in a buffer when the server told of it last, by client and by address.
---@type table<integer, table<string, { resultId?: string, items: lsp.Diagnostic[] }>>
local last_told = {}
--- When the server of a folder crashed lately, in seconds.
---@type table<string, number[]>
local crashes = {}

local MOST_CRASHES = 4
local WITHIN = 180

---@param known { config: vim.lsp.ClientConfig, bufs: table<integer, true> }
local function start_again(known)
  local again = vim.lsp.config[NAME] --[[@as vim.lsp.Config]]
  again = vim.tbl_extend('force', vim.deepcopy(again), { root_dir = known.config.root_dir })
  for bufnr in pairs(known.bufs) do
    if vim.api.nvim_buf_is_loaded(bufnr) then
      vim.lsp.start(again, { bufnr = bufnr, reuse_client = again.reuse_client })
    end
  end
end

---@param code integer
---@param signal integer
---@param client_id integer
function M.on_exit(code, signal, client_id)
  vim.schedule(function()
    require('touchstone.own_model').on_exit(client_id)
    local known = M.buffers[client_id]
    local was_asked = M.asked_to_end[client_id]
    M.buffers[client_id], M.asked_to_end[client_id] = nil, nil
    last_told[client_id] = nil
    -- Neovim forgets findings in buffers that were served only.
    vim.diagnostic.reset(vim.lsp.diagnostic.get_namespace(client_id))
    for uri, problem in pairs(M.problems) do
      if problem.client_id == client_id then
        M.problems[uri] = nil
        tell('TouchstoneStatus', { uri = uri, client_id = client_id })
      end
    end
    if was_asked or not known or vim.v.exiting ~= vim.NIL then
      return
    end
    -- SIGTERM is how servers are told to end.
    if code == 0 and (signal == 0 or signal == 15) or code == 143 then
      return
    end
    local folder = known.config.root_dir or ''
    local now = vim.uv.now() / 1000
    local lately = vim.tbl_filter(function(at)
      return now - at < WITHIN
    end, crashes[folder] or {})
    lately[#lately + 1] = now
    crashes[folder] = lately
    if not config.get().restart or #lately > MOST_CRASHES then
      say('the server has ended; see :Touchstone log, and try :Touchstone restart', vim.log.levels.ERROR)
      return
    end
    vim.defer_fn(function()
      start_again(known)
    end, 250 * 2 ^ (#lately - 1))
  end)
end

--- Tells a server to end. What it says meanwhile must not make Neovim ask again: every question would be refused, and
--- Neovim shows each refusal.
---@param client vim.lsp.Client
local function stop(client)
  for _, method in ipairs({ 'workspace/diagnostic/refresh', 'workspace/codeLens/refresh' }) do
    client.handlers[method] = function()
      return vim.NIL
    end
  end
  client:stop()
end

--- Ends the servers of some clients and starts them again, with the trust as it is now.
---@param clients vim.lsp.Client[]
---@param after? fun()
function M.restart(clients, after)
  local n_left = #clients
  if n_left == 0 then
    return after and after()
  end
  for _, client in ipairs(clients) do
    local known = M.buffers[client.id]
    M.asked_to_end[client.id] = true
    crashes[client.config.root_dir or ''] = nil
    stop(client)
    local waited = 0
    local timer = assert(vim.uv.new_timer())
    timer:start(20, 20, function()
      vim.schedule(function()
        if timer:is_closing() then
          return
        end
        waited = waited + 20
        if waited == 2000 then
          client:stop(true)
        end
        if vim.lsp.get_client_by_id(client.id) and waited < 4000 then
          return
        end
        timer:close()
        if known then
          start_again(known)
        end
        n_left = n_left - 1
        if n_left == 0 and after then
          after()
        end
      end)
    end)
  end
end

-- What is told ------------------------------------------------------------------------------------------------------

---@param uri string
---@param client_id integer
---@return touchstone.Problem
local function problem_at(uri, client_id)
  local problem = M.problems[uri]
  if not problem or problem.client_id ~= client_id then
    problem = { uri = uri, path = root.real(vim.uri_to_fname(uri)), client_id = client_id }
    M.problems[uri] = problem
  end
  return problem
end

---@param params table
---@param ctx lsp.HandlerContext
function M.on_status(params, ctx)
  if params.gone then
    local known = M.problems[params.uri]
    if known and known.client_id == ctx.client_id then
      M.problems[params.uri] = nil
    end
    tell('TouchstoneStatus', vim.tbl_extend('error', { client_id = ctx.client_id }, model.without_nulls(params)))
    return
  end
  local problem = problem_at(params.uri, ctx.client_id)
  local status = model.without_nulls(vim.deepcopy(params))
  status.uri = nil
  problem.status = status
  if not status.busy then
    M.settle(problem)
    if not IS_012 then
      for bufnr in pairs((M.buffers[ctx.client_id] or { bufs = {} }).bufs) do
        M.refresh_lenses(bufnr)
      end
    end
  end
  tell('TouchstoneStatus', vim.tbl_extend('error', { uri = params.uri, client_id = ctx.client_id }, status))
end

--- Neovim drops findings when a buffer is read again, yet asks what is new since it was told of them: nothing, and they
--- would be gone. They are told once more.
---@param err lsp.ResponseError?
---@param report lsp.DocumentDiagnosticReport?
---@param ctx lsp.HandlerContext
function M.on_diagnostic(err, report, ctx)
  if report and ctx.params then
    local told = last_told[ctx.client_id] or {}
    last_told[ctx.client_id] = told
    local uri = ctx.params.textDocument.uri
    local kept = told[uri]
    if report.kind == 'full' then
      told[uri] = { resultId = report.resultId, items = report.items }
    elseif kept and kept.resultId == report.resultId then
      report = vim.tbl_extend('force', report, { kind = 'full', items = kept.items })
    end
  end
  return vim.lsp.diagnostic.on_diagnostic(err, report, ctx)
end

--- After the last change of a run the server's own summaries take the place of ours.
---@param problem touchstone.Problem
function M.settle(problem)
  if not problem.is_summed_up or problem.is_settling then
    return
  end
  problem.is_settling = true
  vim.defer_fn(function()
    problem.is_settling = false
    local is_at_rest = problem.status and not problem.status.busy
    if problem.is_summed_up and is_at_rest and M.problems[problem.uri] == problem then
      M.ask_matrix(problem)
    end
  end, SETTLED_AFTER_MS)
end

---@param change touchstone.Change
---@param ctx lsp.HandlerContext
function M.on_matrix_changed(change, ctx)
  change = model.without_nulls(change)
  local problem = problem_at(change.uri, ctx.client_id)
  if problem.is_asking then
    -- The answer may be older or newer than this; what comes then tells.
    problem.is_behind = true
    return
  end
  if not problem.matrix then
    -- Nobody has looked yet: whoever does asks for the whole.
    tell('TouchstoneMatrixChanged', { uri = problem.uri, client_id = ctx.client_id, generation = change.generation })
    return
  end
  if model.apply(problem.matrix, change) then
    problem.is_summed_up = true
    if problem.status and not problem.status.busy then
      M.settle(problem)
    end
    tell('TouchstoneMatrixChanged', { uri = problem.uri, client_id = ctx.client_id, generation = change.generation })
  elseif change.generation ~= problem.matrix.generation then
    M.ask_matrix(problem)
  end
end

--- Some server knows other problems, or others of them, than it told.
---@param ctx lsp.HandlerContext
function M.on_problems_changed(_, ctx)
  tell('TouchstoneProblemsChanged', { client_id = ctx.client_id })
end

--- Asks every server for the problems that it knows, and calls back with those of all, each problem once.
---@param on_done fun(contests: touchstone.Contest[])
function M.ask_problems(on_done)
  local clients = vim.lsp.get_clients({ name = NAME })
  table.sort(clients, function(one, other)
    return one.id < other.id
  end)
  local answers, n_left = {}, #clients
  local function finish()
    local contests, told = {}, {}
    for _, answer in ipairs(answers) do
      for _, contest in ipairs(answer.contests or {}) do
        contest.problems = vim.tbl_filter(function(one)
          local is_new = not told[one.uri]
          told[one.uri] = true
          return is_new
        end, contest.problems)
        if #contest.problems > 0 or #contest.messages > 0 then
          contests[#contests + 1] = contest
        end
      end
    end
    on_done(contests)
  end
  if n_left == 0 then
    return finish()
  end
  for i, client in ipairs(clients) do
    answers[i] = {}
    local function answered(err, result)
      -- An older server does not know the question.
      answers[i] = not err and model.without_nulls(result) or {}
      n_left = n_left - 1
      if n_left == 0 then
        finish()
      end
    end
    if not client:request('touchstone/problems', vim.empty_dict(), answered) then
      answered('gone')
    end
  end
end

--- Asks for the whole matrix, at most once at a time.
---@param problem touchstone.Problem
---@param on_done? fun(error: string?)
function M.ask_matrix(problem, on_done)
  local client = vim.lsp.get_client_by_id(problem.client_id)
  if not client then
    return on_done and on_done(GONE)
  end
  if problem.is_asking and not on_done then
    problem.is_behind = true
    return
  end
  problem.is_asking = true
  local is_sent = client:request('touchstone/matrix', { uri = problem.uri }, function(err, matrix)
    problem.is_asking = false
    if not err and matrix then
      problem.matrix, problem.is_summed_up = model.without_nulls(matrix), false
      local data = { uri = problem.uri, client_id = problem.client_id, generation = matrix.generation }
      tell('TouchstoneMatrixChanged', data)
    end
    if on_done then
      on_done(err and err.message or nil)
    end
    if problem.is_behind then
      problem.is_behind = false
      M.ask_matrix(problem)
    end
  end)
  if not is_sent then
    problem.is_asking = false
    return on_done and on_done(GONE)
  end
end

-- Questions ---------------------------------------------------------------------------------------------------------

--- The problem that a buffer is about: of its file, or of the matrix that it shows.
---@param bufnr? integer
---@return touchstone.Problem?
function M.problem(bufnr)
  bufnr = bufnr and bufnr ~= 0 and bufnr or vim.api.nvim_get_current_buf()
  local shown = vim.b[bufnr].touchstone_problem
  if shown then
    return M.problems[shown]
  end
  local name = vim.api.nvim_buf_get_name(bufnr)
  local path = root.real(name ~= '' and vim.bo[bufnr].buftype == '' and name or vim.fn.getcwd())
  local found
  for _, problem in pairs(M.problems) do
    if root.is_below(path, problem.path) and (not found or #problem.path > #found.path) then
      found = problem
    end
  end
  return found
end

--- How often a command is sent again that came while a change was being read.
local MOST_TRIES = 20
local BETWEEN_TRIES_MS = 100

--- Runs a command of the server.
---@param problem touchstone.Problem
---@param name string without `touchstone.`
---@param arguments table
---@param on_done? fun(result: any)
---@param n_tries? integer how often it was sent before
---@return integer? request
---@return vim.lsp.Client? client
function M.command(problem, name, arguments, on_done, n_tries)
  local client = vim.lsp.get_client_by_id(problem.client_id)
  local params = {
    command = 'touchstone.' .. name,
    arguments = { vim.tbl_extend('force', arguments, { uri = problem.uri }) },
  }
  local function answered(err, result)
    if not err then
      return on_done and on_done(model.without_nulls(model.present(result)))
    end
    local codes = vim.lsp.protocol.ErrorCodes
    local n = (n_tries or 0) + 1
    if err.code == codes.ContentModified and n < MOST_TRIES then
      vim.defer_fn(function()
        M.command(problem, name, arguments, on_done, n)
      end, BETWEEN_TRIES_MS)
    elseif err.code ~= codes.RequestCancelled then
      local hint = err.message:find('trusted', 1, true) and ' (:Touchstone trust)' or ''
      say(err.message .. hint, vim.log.levels.WARN)
    end
  end
  local is_sent, request
  if client then
    is_sent, request = client:request('workspace/executeCommand', params, answered)
  end
  if not is_sent then
    return say(GONE, vim.log.levels.ERROR)
  end
  return request, client
end

---@type { client: vim.lsp.Client, request: integer }[] those that were asked for and may not be over yet
local runs = {}

--- Judges a problem, or the part of it that globs name.
---@param problem touchstone.Problem
---@param options { solutions?: string[], tests?: string[] }
---@param on_done? fun()
function M.run(problem, options, on_done)
  M.cancellable(M.command(problem, 'run', options, on_done))
end

--- Takes note of a request that `cancel` is to stop.
---@param request integer?
---@param client vim.lsp.Client?
function M.cancellable(request, client)
  runs = vim.tbl_filter(function(run)
    return run.client.requests[run.request] ~= nil
  end, runs)
  if request and client then
    runs[#runs + 1] = { client = client, request = request }
  end
end

--- Stops what the server is about: runs that were asked for, and those after saves.
function M.cancel()
  for _, run in ipairs(runs) do
    if not run.client:is_stopped() and run.client.requests[run.request] then
      run.client:cancel_request(run.request)
    end
  end
  runs = {}
  for _, client in ipairs(vim.lsp.get_clients({ name = NAME })) do
    for token in pairs(client.progress.pending) do
      client:notify('window/workDoneProgress/cancel', { token = token })
    end
  end
end

--- What a lens asks for.
---@param name 'run'|'showMatrix'|'showTest'|'showBounds'|'explain'|'hack'|'write'|'fix'|'minimize'|'probe'|'mutate'|'calibrate'
---@param command lsp.Command
---@param ctx { bufnr: integer, client_id: integer }
function M.lens(name, command, ctx)
  local arguments = (command.arguments or {})[1] or {}
  local problem = M.problems[arguments.uri] or M.problem(ctx.bufnr)
  if not problem then
    return say('the problem is not read yet', vim.log.levels.WARN)
  end
  if name == 'run' then
    M.run(problem, { solutions = arguments.solutions, tests = arguments.tests })
  elseif name == 'showMatrix' then
    require('touchstone.matrix').open(problem)
  elseif name == 'explain' then
    require('touchstone.view').explain(problem, { code = arguments.code, id = arguments.id, model = arguments.model })
  elseif name ~= 'showTest' then
    arguments = vim.deepcopy(arguments)
    -- It is shown here, and applied from there.
    arguments.uri, arguments.apply = nil, nil
    require('touchstone.proposals').make(problem, name, arguments)
  else
    require('touchstone.view').open(problem, arguments.test, arguments.solution)
  end
end

return M
