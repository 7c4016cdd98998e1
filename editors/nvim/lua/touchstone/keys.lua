--- Keys of language models, for the server that asks for them: from the person's function or program, never from settings.
local config = require('touchstone.config')

local M = {}

local PATIENCE_MS = 20000

--- The key for the address of a server, such as `https://api.example.com`.
---@param origin string
---@return string? key
---@return string? error
function M.find(origin)
  local source = config.get().api_key
  if type(source) == 'function' then
    local ok, key = pcall(source, origin)
    if not ok then
      return nil, 'vim.g.touchstone.api_key is a function that fails'
    end
    return type(key) == 'string' and key ~= '' and key or nil
  elseif type(source) == 'table' then
    local ok, started = pcall(vim.system, vim.list_extend(vim.deepcopy(source), { origin }), { text = true })
    if not ok then
      return nil, ('vim.g.touchstone.api_key: `%s` cannot be started'):format(source[1])
    end
    local done = started:wait(PATIENCE_MS)
    local key = vim.trim(done.stdout or '')
    if done.code ~= 0 then
      return nil, ('vim.g.touchstone.api_key: `%s` ends with code %d'):format(source[1], done.code)
    end
    return key ~= '' and key or nil
  end
end

--- The answer to `touchstone/apiKey`.
---@param params { origin: string }
function M.answer(params)
  -- Neovim writes every answer into its log at this level.
  if vim.lsp.log.get_level() <= vim.log.levels.DEBUG then
    local words =
      'the key would stand in the log at level DEBUG; raise vim.lsp.log.set_level, or use TOUCHSTONE_LLM_API_KEY'
    vim.notify('touchstone: ' .. words, vim.log.levels.WARN)
    return vim.NIL
  end
  local key, error = M.find(params.origin)
  if error then
    vim.notify('touchstone: ' .. error, vim.log.levels.WARN)
  end
  return key and { key = key } or vim.NIL
end

return M
