--- A test in a floating window.
local client = require('touchstone.client')
local diff = require('touchstone.diff')

local M = {}

local COLOURS = vim.api.nvim_create_namespace('touchstone.view')

--- Where a window in the middle of the screen stands.
---@param width integer
---@param height integer
local function in_the_middle(width, height)
  height = math.max(1, math.min(height, vim.o.lines - 6))
  return {
    relative = 'editor',
    width = width,
    height = height,
    row = math.max(0, math.floor((vim.o.lines - height) / 2) - 1),
    col = math.floor((vim.o.columns - width) / 2),
  }
end

---@param lines string[]
---@param options { title: string, filetype?: string, is_prose?: boolean } lines of prose are wrapped
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
  local look = {
    style = 'minimal',
    border = vim.o.winborder == '' and 'rounded' or nil,
    title = options.title,
    title_pos = 'center',
  }
  local win = vim.api.nvim_open_win(bufnr, true, vim.tbl_extend('error', in_the_middle(width, #lines), look))
  vim.wo[win].wrap = options.is_prose == true
  if options.is_prose then
    vim.wo[win].linebreak, vim.wo[win].breakindent = true, true
    vim.wo[win].conceallevel, vim.wo[win].concealcursor = 2, 'nc'
    -- A line that is wrapped takes several.
    local height = vim.api.nvim_win_text_height(win, {}).all
    vim.api.nvim_win_set_config(win, in_the_middle(width, height))
  end
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

--- The cells of a row of a table in Markdown.
---@param line string
---@return string[]
local function cells_of(line)
  local cells = vim.split((line:gsub('\\|', '\1')), '|', { plain = true })
  table.remove(cells)
  table.remove(cells, 1)
  return vim.tbl_map(function(cell)
    local text = vim.trim(cell)
    local ticks, inner = text:match('^(`+)(.-)%1$')
    text = ticks and (#ticks > 1 and vim.trim(inner) or inner) or text
    return (text:gsub('\1', '|'))
  end, cells)
end

--- A page in Markdown whose tables are columns, as they are read where nobody draws them.
---@param lines string[]
---@return string[]
function M.aligned(lines)
  local all, rows, widths = {}, {}, {}
  local function flush()
    for _, cells in ipairs(rows) do
      local line = '  '
      for i, cell in ipairs(cells) do
        line = ('%s  %s%s'):format(line, cell, (' '):rep(widths[i] - vim.fn.strdisplaywidth(cell)))
      end
      all[#all + 1] = (line:gsub('%s+$', ''))
    end
    rows, widths = {}, {}
  end
  for _, line in ipairs(lines) do
    if not vim.startswith(line, '|') then
      flush()
      all[#all + 1] = line
    elseif not line:find('^|[-|]+$') then
      rows[#rows + 1] = cells_of(line)
      for i, cell in ipairs(rows[#rows]) do
        widths[i] = math.max(widths[i] or 0, vim.fn.strdisplaywidth(cell))
      end
    end
  end
  flush()
  return all
end

--- Shows the bounds of variables side by side. Beside the cursor there may be no room for them.
---@param problem touchstone.Problem
function M.bounds(problem)
  client.command(problem, 'showBounds', {}, function(text)
    local lines = M.aligned(vim.split(text, '\n', { trimempty = true }))
    local bufnr = M.float(lines, { title = ' bounds: q close ', filetype = 'markdown', is_prose = true })
    vim.b[bufnr].touchstone_problem = problem.uri
  end)
end

--- A copy of an input that can be changed; `:Touchstone promote` offers it as a test.
---@param problem touchstone.Problem
---@param test string
---@param input touchstone.Text?
function M.edit(problem, test, input)
  if input == nil or input == vim.NIL then
    local words = ('the input of test %s is not known yet; judge the problem first'):format(test)
    return client.say(words, vim.log.levels.WARN)
  end
  if type(input) ~= 'string' then
    local words = ('the input of test %s is too long to be edited here; `touchstone show --out` writes it'):format(test)
    return client.say(words, vim.log.levels.WARN)
  end
  vim.cmd('botright new')
  local bufnr = vim.api.nvim_get_current_buf()
  vim.bo[bufnr].buftype = 'nofile'
  vim.bo[bufnr].bufhidden = 'wipe'
  vim.bo[bufnr].swapfile = false
  local lines = vim.split(input, '\n', { plain = true })
  vim.bo[bufnr].endofline = input ~= '' and lines[#lines] == ''
  if lines[#lines] == '' then
    lines[#lines] = nil
  end
  vim.api.nvim_buf_set_lines(bufnr, 0, -1, false, lines)
  vim.b[bufnr].touchstone_problem = problem.uri
end

--- Builds a solution for a debugger in a terminal, and runs it there on the input.
---@param rerun { commands: string[], debugger?: string }
function M.debug(rerun)
  if vim.fn.has('win32') == 1 then
    return client.say('the commands are for a POSIX shell, which Windows lacks', vim.log.levels.WARN)
  end
  vim.cmd('botright new')
  -- Another shell would take quotes otherwise.
  local job = vim.fn.jobstart({ 'sh' }, { term = true })
  vim.api.nvim_chan_send(job, table.concat(diff.debug_lines(rerun), '\n') .. '\n')
  vim.cmd.startinsert()
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
    local function map(key, desc, act)
      vim.keymap.set('n', key, function()
        vim.api.nvim_win_close(win, true)
        act()
      end, { buffer = bufnr, nowait = true, silent = true, desc = desc })
    end
    map('e', 'edit a copy of the input', function()
      M.edit(problem, test, shown.input)
    end)
    if type(shown.declared) == 'table' then
      map('gd', 'go to where the test is declared', function()
        vim.cmd.edit(vim.fn.fnameescape(vim.fs.joinpath(problem.path, shown.declared.path)))
        vim.api.nvim_win_set_cursor(0, { shown.declared.line + 1, 0 })
      end)
    end
    if type(shown.rerun) == 'table' then
      map('d', 'debug in a terminal', function()
        M.debug(shown.rerun)
      end)
    end
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
