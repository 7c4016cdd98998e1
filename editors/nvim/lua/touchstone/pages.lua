--- What the buffers that show problems have in common: keys, and the way from them to a file.
local client = require('touchstone.client')

local M = {}

--- What the common keys do, for the help of a page.
local COMMON = {
  'S     stop the run under way',
  'q     close',
}

---@param bufnr integer
---@param lhs string
---@param desc string
---@param action fun()
function M.key(bufnr, lhs, desc, action)
  vim.keymap.set('n', lhs, action, { buffer = bufnr, nowait = true, silent = true, desc = desc })
end

local function close()
  if #vim.api.nvim_tabpage_list_wins(0) > 1 or vim.fn.tabpagenr('$') > 1 then
    vim.cmd.close()
  else
    vim.cmd.bdelete()
  end
end

--- Sets the keys that every page has.
---@param bufnr integer
---@param help string[] what its other keys do, a line each
function M.set_common_keys(bufnr, help)
  M.key(bufnr, 'S', 'stop the run under way', client.cancel)
  M.key(bufnr, 'q', 'close', close)
  M.key(bufnr, 'g?', 'help', function()
    require('touchstone.view').float(vim.list_extend(vim.deepcopy(help), COMMON), { title = ' keys ' })
  end)
end

--- Opens a file in a window with a file beside the page, or in a new one.
---@param file string
function M.edit_beside(file)
  local beside = vim.iter(vim.api.nvim_tabpage_list_wins(0)):find(function(win)
    local is_floating = vim.api.nvim_win_get_config(win).relative ~= ''
    return not is_floating and vim.bo[vim.api.nvim_win_get_buf(win)].buftype == ''
  end)
  if beside then
    vim.api.nvim_set_current_win(beside)
  else
    vim.cmd('aboveleft new')
  end
  vim.cmd.edit(vim.fn.fnameescape(file))
end

return M
