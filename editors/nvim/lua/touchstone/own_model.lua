--- The person's own language model, by the function `vim.g.touchstone.model`, for a server that asks it.
local config = require('touchstone.config')

local M = {}

--- What ends the questions that are open, by client and id.
---@type table<string, fun()>
local open = {}

local function key(client_id, id)
  return client_id .. '/' .. id
end

--- Announces the model, where there is one.
---@param params table what the server is initialised with
function M.announce(params)
  if config.get().model then
    params.capabilities.experimental.touchstone.model = 'the model of vim.g.touchstone.model'
  end
end

--- `touchstone/modelRequest`
---@param params { id: integer, text: string }
---@param ctx { client_id: integer }
function M.on_request(params, ctx)
  local function tell(method, words)
    local client = vim.lsp.get_client_by_id(ctx.client_id)
    if client then
      client:notify(method, vim.tbl_extend('force', { id = params.id }, words))
    end
  end
  local is_done = false
  local function done(error)
    if not is_done then
      is_done = true
      open[key(ctx.client_id, params.id)] = nil
      tell('touchstone/modelEnd', error and { error = error } or {})
    end
  end
  local function part(text)
    if not is_done then
      tell('touchstone/modelPart', { text = text })
    end
  end
  local ask = config.get().model
  if not ask then
    return done('vim.g.touchstone.model is not set')
  end
  local ok, stop = pcall(ask, params.text, vim.schedule_wrap(part), vim.schedule_wrap(done))
  if not ok then
    return done(('vim.g.touchstone.model is a function that fails: %s'):format(stop))
  end
  open[key(ctx.client_id, params.id)] = function()
    is_done = true
    if type(stop) == 'function' then
      pcall(stop)
    end
  end
end

--- `touchstone/modelCancel`
---@param params { id: integer }
---@param ctx { client_id: integer }
function M.on_cancel(params, ctx)
  local at = key(ctx.client_id, params.id)
  local stop = open[at]
  open[at] = nil
  if stop then
    stop()
  end
end

return M
