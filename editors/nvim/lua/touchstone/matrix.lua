--- The matrix in a buffer: plain text with colours, kept as the server tells it.
local client = require('touchstone.client')
local config = require('touchstone.config')
local model = require('touchstone.model')
local pages = require('touchstone.pages')

local M = {}

---@class touchstone.View
---@field uri string
---@field bufnr integer
---@field drawing? touchstone.Drawing
---@field timer? uv.uv_timer_t
---@field cost_ms? number what drawing took the last time
---@field was_seen? boolean

---@type table<string, touchstone.View> by the problem's address
local views = {}

local COLOURS = vim.api.nvim_create_namespace('touchstone.matrix')
local TITLE = vim.api.nvim_create_namespace('touchstone.matrix.title')
local MOST_OFTEN_MS = 50
--- Of the time, the part that may go to drawing, as a divisor.
local SHARE = 5
local GROUP_OF_HEALTH = { ok = 'TouchstoneMet', warning = 'TouchstoneTime', error = 'TouchstoneUnmet' }

local HELP = {
  '<CR>  look at the test under the cursor',
  'o     open the solution of this row',
  'r     judge the solution of this row',
  'c     judge the test of this column',
  'R     judge everything',
}

---@param view touchstone.View
---@return touchstone.Problem?
local function problem_of(view)
  return client.problems[view.uri]
end

---@param view touchstone.View
---@return touchstone.Solution?, touchstone.Test?
local function under_cursor(view)
  if not view.drawing then
    return nil, nil
  end
  local at = vim.api.nvim_win_get_cursor(0)
  -- What is seen counts, also when a change has come that is not drawn yet.
  local matrix = view.drawing.matrix
  local row, column = model.at(view.drawing, at[1], at[2])
  return row and matrix.solutions[row], column and matrix.tests[column]
end

--- The words about the cell under the cursor, above the window's text: there they are in sight however wide and long
--- the matrix is, and nothing moves when they change.
---@param view touchstone.View
local function show_detail(view)
  for _, win in ipairs(vim.fn.win_findbuf(view.bufnr)) do
    local at = vim.api.nvim_win_get_cursor(win)
    local words = view.drawing and model.words_at(view.drawing, at[1], at[2]) or 'g? tells the keys'
    local bar = words:gsub('%%', '%%%%') .. '%<'
    if vim.wo[win].winbar ~= bar then
      -- A window of one line has no room for it.
      pcall(vim.api.nvim_set_option_value, 'winbar', bar, { win = win, scope = 'local' })
    end
  end
end

---@param bufnr integer
---@param lines string[]
local function set_lines(bufnr, lines)
  vim.bo[bufnr].modifiable = true
  -- Only what differs, so that cursors stay.
  local before = vim.api.nvim_buf_get_lines(bufnr, 0, -1, false)
  if #before ~= #lines then
    vim.api.nvim_buf_set_lines(bufnr, 0, -1, false, lines)
  else
    for i, line in ipairs(lines) do
      if before[i] ~= line then
        vim.api.nvim_buf_set_lines(bufnr, i - 1, i, false, { line })
      end
    end
  end
  vim.bo[bufnr].modifiable = false
  vim.bo[bufnr].modified = false
end

--- The name of the problem's state, beside the title.
---@param view touchstone.View
---@param status table
local function show_status(view, status)
  vim.api.nvim_buf_clear_namespace(view.bufnr, TITLE, 0, -1)
  local words = status.busy and 'running …' or status.message
  if words and words ~= '' then
    local group = status.busy and 'TouchstoneWords' or GROUP_OF_HEALTH[status.health] or 'TouchstoneDetail'
    vim.api.nvim_buf_set_extmark(view.bufnr, TITLE, 0, 0, {
      virt_text = { { '   ' .. words, group } },
      virt_text_pos = 'eol',
    })
  end
end

--- The solution and the test under each window's cursor, by names.
---@param view touchstone.View
local function cursors(view)
  local all = {}
  for _, win in ipairs(view.drawing and vim.fn.win_findbuf(view.bufnr) or {}) do
    local at = vim.api.nvim_win_get_cursor(win)
    local row, column = model.at(view.drawing, at[1], at[2])
    local matrix = view.drawing.matrix
    all[win] = {
      at = at,
      solution = row and matrix.solutions[row].path,
      test = column and matrix.tests[column].id,
    }
  end
  return all
end

--- Puts cursors back to where they were: on their cells, wherever those are now.
---@param view touchstone.View
---@param before table<integer, { at: integer[], solution?: string, test?: string }>
local function put_back(view, before)
  for win, was in pairs(before) do
    local line, column = was.at[1], was.at[2]
    if was.solution then
      local its_line, its_column = model.place(view.drawing, was.solution, was.test)
      line, column = its_line or line, its_column or column
    end
    line = math.min(line, vim.api.nvim_buf_line_count(view.bufnr))
    if not vim.deep_equal(vim.api.nvim_win_get_cursor(win), { line, column }) then
      vim.api.nvim_win_set_cursor(win, { line, column })
    end
  end
end

---@param view touchstone.View
---@param before touchstone.Drawing?
local function colour(view, before)
  local now = view.drawing
  local stands = before and #before.lines == #now.lines and before or nil
  local changed = {}
  for _, line in ipairs(model.changed_lines(stands, now)) do
    changed[line - 1] = true
    vim.api.nvim_buf_clear_namespace(view.bufnr, COLOURS, line - 1, line)
  end
  for _, mark in ipairs(now.marks) do
    if changed[mark.line] and mark.to > mark.from then
      vim.api.nvim_buf_set_extmark(view.bufnr, COLOURS, mark.line, mark.from, {
        end_col = mark.to,
        hl_group = mark.group,
      })
    end
  end
end

---@param view touchstone.View
local function draw(view)
  if not vim.api.nvim_buf_is_valid(view.bufnr) then
    return
  end
  local problem = problem_of(view)
  if not problem or not problem.matrix then
    if view.drawing then
      show_status(view, { message = 'the server is not running' })
    else
      set_lines(view.bufnr, { problem and 'Reading the problem …' or 'The server is not running.' })
    end
    return
  end
  local began = vim.uv.hrtime()
  local before, places = view.drawing, cursors(view)
  view.drawing = model.draw(vim.fs.basename(problem.path), problem.matrix)
  set_lines(view.bufnr, view.drawing.lines)
  colour(view, before)
  show_status(view, problem.status or {})
  put_back(view, places)
  show_detail(view)
  view.cost_ms = (vim.uv.hrtime() - began) / 1e6
end

--- Draws soon, and not more often than eyes can follow.
---@param view touchstone.View
local function draw_soon(view)
  if view.timer then
    return
  end
  view.timer = vim.defer_fn(function()
    view.timer = nil
    draw(view)
  end, math.max(MOST_OFTEN_MS, math.floor((view.cost_ms or 0) * SHARE)))
end

---@param uri string
local function heard(uri)
  local view = views[uri]
  if not view then
    return
  end
  local problem = problem_of(view)
  if problem and not problem.matrix and not problem.is_asking then
    client.ask_matrix(problem)
  end
  draw_soon(view)
end

local group = vim.api.nvim_create_augroup('touchstone.matrix', {})
vim.api.nvim_create_autocmd('User', {
  group = group,
  pattern = { 'TouchstoneMatrixChanged', 'TouchstoneStatus' },
  callback = function(event)
    heard(event.data.uri)
  end,
})

---@param view touchstone.View
---@param problem touchstone.Problem
local function look(view, problem)
  local solution, test = under_cursor(view)
  if not solution then
    return
  end
  -- Beside the cells: what says most of this row.
  local first = view.drawing.matrix.tests[1]
  local id = test and test.id or model.present(solution.first_failed_test) or first and first.id
  if id then
    require('touchstone.view').open(problem, id, solution.path)
  end
end

---@param view touchstone.View
local function set_keys(view)
  local function key(lhs, desc, action)
    pages.key(view.bufnr, lhs, desc, action)
  end
  --- A key that is about the problem, and what stands under the cursor.
  local function key_of_problem(lhs, desc, action)
    key(lhs, desc, function()
      local problem = problem_of(view)
      if not problem then
        return client.say('the server is not running; try :Touchstone restart', vim.log.levels.WARN)
      end
      action(problem, under_cursor(view))
    end)
  end
  key_of_problem('<CR>', 'look at the test under the cursor', function(problem)
    look(view, problem)
  end)
  key_of_problem('r', 'judge the solution of this row', function(problem, solution)
    if solution then
      client.run(problem, { solutions = { model.literally(solution.path) } })
    end
  end)
  key_of_problem('c', 'judge the test of this column', function(problem, _, test)
    if test then
      client.run(problem, { tests = { model.literally(test.id) } })
    end
  end)
  key_of_problem('R', 'judge everything', function(problem)
    client.run(problem, {})
  end)
  key_of_problem('o', 'open the solution of this row', function(problem, solution)
    if solution then
      pages.edit_beside(vim.fs.joinpath(vim.uri_to_fname(problem.uri), solution.path))
    end
  end)
  pages.set_common_keys(view.bufnr, HELP)
end

--- The solution of the row under the cursor, where the current buffer is a matrix.
---@return touchstone.Solution?
function M.solution_here()
  local view = views[vim.b.touchstone_problem or '']
  if view and view.bufnr == vim.api.nvim_get_current_buf() then
    return (under_cursor(view))
  end
end

local OF_WINDOWS = {
  cursorline = true,
  foldenable = false,
  list = false,
  number = false,
  relativenumber = false,
  signcolumn = 'no',
  spell = false,
  statuscolumn = '',
  wrap = false,
}

---@param problem touchstone.Problem
---@return touchstone.View
local function new_view(problem)
  local name = 'touchstone://' .. problem.path
  for _, other in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_get_name(other) == name then
      -- From a session that was kept: only its name came back.
      vim.api.nvim_buf_delete(other, { force = true })
    end
  end
  local bufnr = vim.api.nvim_create_buf(false, true)
  local view = { uri = problem.uri, bufnr = bufnr }
  views[problem.uri] = view
  vim.api.nvim_buf_set_name(bufnr, name)
  vim.bo[bufnr].buftype = 'nofile'
  vim.bo[bufnr].bufhidden = 'hide'
  vim.bo[bufnr].swapfile = false
  vim.bo[bufnr].filetype = 'touchstone-matrix'
  vim.b[bufnr].touchstone_problem = problem.uri
  set_keys(view)
  local function on(event, callback)
    vim.api.nvim_create_autocmd(event, { group = group, buffer = bufnr, callback = callback })
  end
  on('CursorMoved', function()
    show_detail(view)
  end)
  on('BufWinEnter', function()
    for option, value in pairs(OF_WINDOWS) do
      vim.api.nvim_set_option_value(option, value, { scope = 'local' })
    end
    show_detail(view)
  end)
  on('BufWipeout', function()
    views[problem.uri] = nil
  end)
  return view
end

--- Opens the matrix of a problem, or goes to where it is open.
---@param problem touchstone.Problem
---@return integer bufnr
function M.open(problem)
  local view = views[problem.uri]
  if not view or not vim.api.nvim_buf_is_valid(view.bufnr) then
    view = new_view(problem)
  end
  local win = vim.fn.bufwinid(view.bufnr)
  if win ~= -1 then
    vim.api.nvim_set_current_win(win)
  else
    vim.cmd(config.get().matrix_split .. ' sbuffer ' .. view.bufnr)
    win = vim.api.nvim_get_current_win()
  end
  draw(view)
  client.ask_matrix(problem, function(error)
    if error then
      client.say(error, vim.log.levels.WARN)
    end
    draw(view)
    M.first_look(view, win)
  end)
  return view.bufnr
end

--- The first time, the cursor goes to the first cell, and a window that is larger than what it shows shrinks.
---@param view touchstone.View
---@param win integer
function M.first_look(view, win)
  if view.was_seen or not view.drawing or not vim.api.nvim_win_is_valid(win) then
    return
  end
  view.was_seen = true
  for line = 1, #view.drawing.lines do
    local row = view.drawing.rows[line]
    if row then
      vim.api.nvim_win_set_cursor(win, { line, row.first })
      break
    end
  end
  local split = config.get().matrix_split
  if not split:find('vert') and not split:find('tab') then
    local wanted = math.min(#view.drawing.lines + 2, math.floor(vim.o.lines / 2))
    pcall(vim.api.nvim_win_set_height, win, math.max(wanted, 5))
  end
  show_detail(view)
end

return M
