--- Touchstone in Neovim: what other plugins and status lines may use.
local M = {}

--- Only writes `vim.g.touchstone`; nothing needs it.
---@param options? touchstone.Options
function M.setup(options)
  vim.g.touchstone = options
  if options and options.enable == false then
    vim.lsp.enable('touchstone', false)
  end
end

--- What is known of the problem that a buffer belongs to: `uri`, `status`, `matrix`; nil outside of problems.
---@param bufnr? integer
---@return touchstone.Problem?
function M.problem(bufnr)
  -- Not loaded: then there is no server, and nothing to load it for.
  if not package.loaded['touchstone.client'] then
    return nil
  end
  return require('touchstone.client').problem(bufnr)
end

--- A few words for a status line; empty outside of problems.
---@param bufnr? integer
---@return string
function M.status(bufnr)
  local problem = M.problem(bufnr)
  local status = problem and problem.status
  if not status then
    return ''
  end
  local percent = require('touchstone.model').percent
  local words = status.busy and 'running …' or status.message
  if status.tpr or status.tnr then
    words = ('%s · TPR %s TNR %s'):format(words, percent(status.tpr), percent(status.tnr))
  end
  return words
end

return M
