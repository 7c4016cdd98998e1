--- The server's program, asked from the command line.
local M = {}

local PATIENCE_MS = 10000

--- The command that starts the server, where it is a list.
---@return string[]?
function M.cmd()
  local found = vim.lsp.config.touchstone
  local cmd = found and found.cmd
  return type(cmd) == 'table' and cmd or nil
end

--- What to say where the program is not there.
---@return string?
function M.missing()
  local cmd = M.cmd()
  if cmd and vim.fn.executable(cmd[1]) == 0 then
    return ('`%s` was not found; install it, or see :help touchstone-server'):format(cmd[1])
  end
end

--- Runs the program with other arguments.
---@param args string[]
---@return string? output, string? error
function M.ask(args)
  local cmd = M.cmd()
  if not cmd then
    return nil, 'the server is started by a function'
  end
  local ok, started = pcall(vim.system, vim.list_extend({ cmd[1] }, args), { text = true })
  if not ok then
    return nil, tostring(started)
  end
  local done = started:wait(PATIENCE_MS)
  if done.code ~= 0 and (done.stdout or '') == '' then
    return nil,
      vim.trim(done.stderr or '') ~= '' and vim.trim(done.stderr) or ('it ends with code %d'):format(done.code)
  end
  return done.stdout, nil
end

--- What `touchstone doctor` says, by its first word: `C++`, `sandbox`, `log`, …
---@param output string
---@return { name: string, words: string }[]
function M.parse_doctor(output)
  local found = {}
  for line in vim.gsplit(output, '\n', { plain = true }) do
    local name, words = line:match('^(%S+)%s%s+(.*)$')
    if name then
      found[#found + 1] = { name = name, words = words }
    elseif line:match('%S') and #found > 0 then
      found[#found].words = found[#found].words .. '\n' .. vim.trim(line)
    end
  end
  return found
end

--- The folder of the server's log.
---@return string
function M.log_folder()
  for _, one in ipairs(M.parse_doctor(M.ask({ 'doctor', '--quick', '--color', 'never' }) or '')) do
    if one.name == 'log' then
      return one.words
    end
  end
  local state = vim.env.XDG_STATE_HOME
  if not state or state == '' then
    state = vim.fs.joinpath(vim.uv.os_homedir() or '', '.local', 'state')
  end
  return vim.fs.joinpath(state, 'touchstone', 'log')
end

--- The newest file in a folder of logs.
---@param folder string
---@return string?
function M.newest_log(folder)
  local newest
  for name, kind in vim.fs.dir(folder) do
    -- The day is part of the name.
    if kind == 'file' and name:match('^lsp%..*%.log$') and (not newest or name > newest) then
      newest = name
    end
  end
  return newest and vim.fs.joinpath(folder, newest)
end

return M
