--- A test in a floating window.
local client = require('touchstone.client')
local diff = require('touchstone.diff')

local M = {}

local COLOURS = vim.api.nvim_create_namespace('touchstone.view')

---@param lines string[]
---@param options { title: string, filetype?: string }
---@return integer bufnr, integer win
function M.float(lines, options)
  local bufnr = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_lines(bufnr, 0, -1, false, lines)
  vim.bo[bufnr].bufhidden = 'wipe'
  vim.bo[bufnr].modifiable = false
  if options.filetype then
    vim.bo[bufnr].filetype = options.filetype
  end
  local widest = vim.fn.strdisplaywidth(options.title)
  for _, line in ipairs(lines) do
    widest = math.max(widest, vim.fn.strdisplaywidth(line:sub(1, 400)))
  end
  local width = math.max(20, math.min(widest + 1, vim.o.columns - 8))
  local height = math.max(1, math.min(#lines, vim.o.lines - 6))
  local win = vim.api.nvim_open_win(bufnr, true, {
    relative = 'editor',
    width = width,
    height = height,
    row = math.max(0, math.floor((vim.o.lines - height) / 2) - 1),
    col = math.floor((vim.o.columns - width) / 2),
    style = 'minimal',
    border = vim.o.winborder == '' and 'rounded' or nil,
    title = options.title,
    title_pos = 'center',
  })
  vim.wo[win].wrap = false
  for _, key in ipairs({ 'q', '<Esc>' }) do
    vim.keymap.set('n', key, function()
      if vim.api.nvim_win_is_valid(win) then
        vim.api.nvim_win_close(win, true)
      end
    end, { buffer = bufnr, nowait = true, silent = true, desc = 'close' })
  end
  return bufnr, win
end

--- Shows what a finding means, with the words of a language model where that is wanted.
---@param problem touchstone.Problem
---@param options { code: string, id?: string, model?: boolean }
function M.explain(problem, options)
  local request, of = client.command(problem, 'explain', options, function(text)
    vim.lsp.util.open_floating_preview(vim.split(text, '\n'), 'markdown', {
      focus_id = 'touchstone-explain',
      max_width = 90,
      max_height = math.floor(vim.o.lines * 2 / 3),
    })
  end)
  client.cancellable(request, of)
end

--- Shows the bounds of variables side by side.
---@param problem touchstone.Problem
function M.bounds(problem)
  client.command(problem, 'showBounds', {}, function(text)
    vim.lsp.util.open_floating_preview(vim.split(text, '\n'), 'markdown', {
      focus_id = 'touchstone-bounds',
      max_width = math.floor(vim.o.columns * 9 / 10),
      max_height = math.floor(vim.o.lines * 2 / 3),
      wrap = false,
    })
  end)
end

--- Shows a test, with what a solution made of it.
---@param problem touchstone.Problem
---@param test string
---@param solution? string
---@param on_open? fun(bufnr: integer, win: integer)
function M.open(problem, test, solution, on_open)
  client.command(problem, 'showTest', { test = test, solution = solution }, function(shown)
    if type(shown) ~= 'table' then
      return
    end
    local page = diff.page(test, solution, shown)
    local bufnr, win = M.float(page.lines, { title = (' test %s '):format(test), filetype = 'touchstone-test' })
    vim.b[bufnr].touchstone_problem = problem.uri
    for _, mark in ipairs(page.marks) do
      vim.api.nvim_buf_set_extmark(bufnr, COLOURS, mark.line, mark.from, {
        end_col = math.min(mark.to, #page.lines[mark.line + 1]),
        hl_group = mark.group,
        hl_eol = mark.group == 'TouchstoneExpected' or mark.group == 'TouchstoneFound',
        -- The first difference lies over the line's own colour.
        priority = mark.group == 'TouchstoneFirstDifference' and 200 or 100,
      })
    end
    if page.first then
      vim.api.nvim_buf_set_extmark(bufnr, COLOURS, page.first - 1, 0, {
        virt_text = { { ' ◀ first difference', 'TouchstoneDetail' } },
        virt_text_pos = 'eol',
      })
      vim.api.nvim_win_set_cursor(win, { page.first, 0 })
      vim.api.nvim_win_call(win, function()
        vim.fn.winrestview({ topline = math.max(1, page.first - vim.api.nvim_win_get_height(win) + 3) })
      end)
    end
    if on_open then
      on_open(bufnr, win)
    end
  end)
end

return M
