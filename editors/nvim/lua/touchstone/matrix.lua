--- The matrix in a buffer: plain text with colours, kept as the server tells it.
local client = require('touchstone.client')
local config = require('touchstone.config')
local model = require('touchstone.model')

local M = {}

---@class touchstone.View
---@field uri string
---@field bufnr integer
---@field drawing? touchstone.Drawing
---@field timer? uv.uv_timer_t

---@type table<string, touchstone.View> by the problem's address
local views = {}

local COLOURS = vim.api.nvim_create_namespace('touchstone.matrix')
local DETAIL = vim.api.nvim_create_namespace('touchstone.matrix.detail')
local MOST_OFTEN_MS = 50

local HELP = {
  '<CR>  look at the test under the cursor',
  'o     open the solution of this row',
  'r     judge the solution of this row',
  'c     judge the test of this column',
  'R     judge everything',
  'S     stop the run under way',
  'q     close',
}

---@param view touchstone.View
---@return touchstone.Problem?
local function problem_of(view)
  return client.problems[view.uri]
end

---@param view touchstone.View
---@return touchstone.Solution?, touchstone.Test?
local function under_cursor(view)
  local problem = problem_of(view)
  if not problem or not problem.matrix or not view.drawing then
    return nil, nil
  end
  local at = vim.api.nvim_win_get_cursor(0)
  local row, column = model.at(view.drawing, at[1], at[2])
  return row and problem.matrix.solutions[row], column and problem.matrix.tests[column]
end

--- The words about the cell under the cursor, at the end of its line.
---@param view touchstone.View
local function show_detail(view)
  vim.api.nvim_buf_clear_namespace(view.bufnr, DETAIL, 0, -1)
  local problem = problem_of(view)
  local win = vim.fn.bufwinid(view.bufnr)
  if not problem or not problem.matrix or not view.drawing or win == -1 then
    return
  end
  local at = vim.api.nvim_win_get_cursor(win)
  local row, column = model.at(view.drawing, at[1], at[2])
  if not row or not column then
    return
  end
  local cells, test = problem.matrix.cells, problem.matrix.tests[column]
  local words = { ('test %s: %s'):format(test.id, cells.verdicts[row][column]) }
  local time = model.time(cells.time_ms[row][column])
  if time ~= '' then
    words[#words + 1] = time
  end
  if cells.stale[row][column] then
    words[#words + 1] = 'from before the last change'
  end
  words[#words + 1] = model.present(test.command) or model.present(test.path)
  vim.api.nvim_buf_set_extmark(view.bufnr, DETAIL, at[1] - 1, 0, {
    virt_text = { { '  ' .. table.concat(words, ', '), 'TouchstoneDetail' } },
    virt_text_pos = 'eol',
  })
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

---@param view touchstone.View
local function draw(view)
  if not vim.api.nvim_buf_is_valid(view.bufnr) then
    return
  end
  local problem = problem_of(view)
  local win = vim.fn.bufwinid(view.bufnr)
  local at = win ~= -1 and vim.api.nvim_win_get_cursor(win) or nil
  if not problem or not problem.matrix then
    if not view.drawing then
      set_lines(view.bufnr, { problem and 'Reading the problem …' or 'The server is not running.' })
    end
    return
  end
  local status = problem.status or {}
  local name = vim.fs.basename(problem.path)
  view.drawing = model.draw(name, problem.matrix)
  set_lines(view.bufnr, view.drawing.lines)
  vim.api.nvim_buf_clear_namespace(view.bufnr, COLOURS, 0, -1)
  for _, mark in ipairs(view.drawing.marks) do
    if mark.to > mark.from then
      vim.api.nvim_buf_set_extmark(view.bufnr, COLOURS, mark.line, mark.from, {
        end_col = mark.to,
        hl_group = mark.group,
      })
    end
  end
  local words = status.busy and 'running …' or status.message
  if words and words ~= '' then
    vim.api.nvim_buf_set_extmark(view.bufnr, COLOURS, 0, 0, {
      virt_text = { { '   ' .. words, 'TouchstoneWords' } },
      virt_text_pos = 'eol',
    })
  end
  if at and win ~= -1 then
    local last = vim.api.nvim_buf_line_count(view.bufnr)
    pcall(vim.api.nvim_win_set_cursor, win, { math.min(at[1], last), at[2] })
  end
  show_detail(view)
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
  end, MOST_OFTEN_MS)
end

---@param uri string
---@param is_matrix boolean
local function heard(uri, is_matrix)
  local view = views[uri]
  if not view then
    return
  end
  local problem = problem_of(view)
  if problem and not problem.matrix and not problem.is_asking then
    client.ask_matrix(problem)
  end
  if is_matrix or view.drawing then
    draw_soon(view)
  end
end

local group = vim.api.nvim_create_augroup('touchstone.matrix', {})
vim.api.nvim_create_autocmd('User', {
  group = group,
  pattern = { 'TouchstoneMatrixChanged', 'TouchstoneStatus' },
  callback = function(event)
    heard(event.data.uri, event.match == 'TouchstoneMatrixChanged')
  end,
})

---@param view touchstone.View
local function set_keys(view)
  local function key(lhs, desc, action)
    vim.keymap.set('n', lhs, action, { buffer = view.bufnr, nowait = true, silent = true, desc = desc })
  end
  local function with_problem(action)
    return function()
      local problem = problem_of(view)
      if problem then
        action(problem)
      else
        client.say('the server is not running; try :Touchstone restart', vim.log.levels.WARN)
      end
    end
  end
  key(
    '<CR>',
    'look at the test under the cursor',
    with_problem(function(problem)
      local solution, test = under_cursor(view)
      if solution and not test then
        -- Beside the cells: what says most of this row.
        local id = model.present(solution.first_failed_test)
        test = id and { id = id } or problem.matrix.tests[1]
      end
      if solution and test then
        require('touchstone.view').open(problem, test.id, solution.path)
      end
    end)
  )
  key(
    'r',
    'judge the solution of this row',
    with_problem(function(problem)
      local solution = under_cursor(view)
      if solution then
        client.run(problem, { solutions = { M.literally(solution.path) } })
      end
    end)
  )
  key(
    'c',
    'judge the test of this column',
    with_problem(function(problem)
      local _, test = under_cursor(view)
      if test then
        client.run(problem, { tests = { M.literally(test.id) } })
      end
    end)
  )
  key(
    'R',
    'judge everything',
    with_problem(function(problem)
      client.run(problem, {})
    end)
  )
  key('S', 'stop the run under way', client.cancel)
  key(
    'o',
    'open the solution of this row',
    with_problem(function(problem)
      local solution = under_cursor(view)
      if solution then
        local path = vim.fs.joinpath(vim.uri_to_fname(problem.uri), solution.path)
        local beside = vim.iter(vim.api.nvim_tabpage_list_wins(0)):find(function(win)
          local is_floating = vim.api.nvim_win_get_config(win).relative ~= ''
          return not is_floating and vim.bo[vim.api.nvim_win_get_buf(win)].buftype == ''
        end)
        if beside then
          vim.api.nvim_set_current_win(beside)
        else
          vim.cmd('aboveleft new')
        end
        vim.cmd.edit(vim.fn.fnameescape(path))
      end
    end)
  )
  key('q', 'close', function()
    if #vim.api.nvim_tabpage_list_wins(0) > 1 or vim.fn.tabpagenr('$') > 1 then
      vim.cmd.close()
    else
      vim.cmd.bdelete()
    end
  end)
  key('g?', 'help', function()
    require('touchstone.view').float(HELP, { title = ' keys ' })
  end)
end

--- A glob that matches just one path.
---@param path string
function M.literally(path)
  return (
    path:gsub('[%*%?%[%]{}\\]', function(special)
      return special == '\\' and '\\\\' or '[' .. special .. ']'
    end)
  )
end

--- Opens the matrix of a problem, or goes to where it is open.
---@param problem touchstone.Problem
---@return integer bufnr
function M.open(problem)
  local view = views[problem.uri]
  if not view or not vim.api.nvim_buf_is_valid(view.bufnr) then
    local bufnr = vim.api.nvim_create_buf(false, true)
    view = { uri = problem.uri, bufnr = bufnr }
    views[problem.uri] = view
    vim.api.nvim_buf_set_name(bufnr, 'touchstone://' .. problem.path)
    vim.bo[bufnr].buftype = 'nofile'
    vim.bo[bufnr].bufhidden = 'hide'
    vim.bo[bufnr].swapfile = false
    vim.bo[bufnr].filetype = 'touchstone-matrix'
    vim.b[bufnr].touchstone_problem = problem.uri
    set_keys(view)
    vim.api.nvim_create_autocmd('CursorMoved', {
      group = group,
      buffer = bufnr,
      callback = function()
        show_detail(view)
      end,
    })
    vim.api.nvim_create_autocmd('BufWipeout', {
      group = group,
      buffer = bufnr,
      callback = function()
        views[problem.uri] = nil
      end,
    })
  end
  local win = vim.fn.bufwinid(view.bufnr)
  if win ~= -1 then
    vim.api.nvim_set_current_win(win)
  else
    vim.cmd(config.get().matrix_split .. ' sbuffer ' .. view.bufnr)
    win = vim.api.nvim_get_current_win()
    for option, value in pairs({ wrap = false, number = false, relativenumber = false, signcolumn = 'no', list = false }) do
      vim.api.nvim_set_option_value(option, value, { win = win, scope = 'local' })
    end
    vim.api.nvim_set_option_value('cursorline', true, { win = win, scope = 'local' })
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
    local wanted = math.min(#view.drawing.lines + 1, math.floor(vim.o.lines / 2))
    pcall(vim.api.nvim_win_set_height, win, math.max(wanted, 5))
  end
  show_detail(view)
end

return M
