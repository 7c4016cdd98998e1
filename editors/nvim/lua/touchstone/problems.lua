--- The problems that the servers know, by contest, in a buffer.
local client = require('touchstone.client')
local config = require('touchstone.config')
local model = require('touchstone.model')
local pages = require('touchstone.pages')

local M = {}

---@class touchstone.ListedProblem a problem in the answer to `touchstone/problems`
---@field uri string
---@field name string
---@field label? string
---@field listed boolean
---@field found boolean
---@field format? string
---@field health 'ok'|'warning'|'error'
---@field busy boolean
---@field message string
---@field correct? integer
---@field wrong? integer
---@field tpr? number
---@field tnr? number
---@field errors integer
---@field file? string

---@class touchstone.Contest
---@field uri? string
---@field name string
---@field file? string
---@field messages string[]
---@field problems touchstone.ListedProblem[]

---@class touchstone.ProblemsPage
---@field lines string[]
---@field marks { line: integer, from: integer, to: integer, group: string }[] lines from 0
---@field rows table<integer, touchstone.ListedProblem> by line, from 1
---@field heads table<integer, touchstone.Contest> by line, from 1
---@field files table<integer, string> what a line opens, from 1

local NAME = 'touchstone://problems'
local COLOURS = vim.api.nvim_create_namespace('touchstone.problems')
local GROUP_OF_HEALTH = { ok = 'TouchstoneMet', warning = 'TouchstoneTime', error = 'TouchstoneUnmet' }

local HELP = {
  '<CR>  open the main solution or the manifest, or the list of the contest',
  'r     judge the problem, or all of the contest',
  'R     judge everything',
  'm     open the matrix of the problem',
}

---@param share number?
local function percent(share)
  return share and model.percent(share) or '-'
end

---@param count integer?
local function number(count)
  return count and tostring(count) or '-'
end

--- The contests as a page: a line for each contest, each of its problems, and what is wrong with its list.
---@param contests touchstone.Contest[]
---@return touchstone.ProblemsPage
function M.page(contests)
  local page = { lines = {}, marks = {}, rows = {}, heads = {}, files = {} }
  local function mark(from, to, group)
    page.marks[#page.marks + 1] = { line = #page.lines - 1, from = from, to = to, group = group }
  end
  local widest = 0
  for _, contest in ipairs(contests) do
    for _, one in ipairs(contest.problems) do
      widest = math.max(widest, vim.fn.strdisplaywidth(one.name))
    end
  end
  for _, contest in ipairs(contests) do
    if #page.lines > 0 then
      page.lines[#page.lines + 1] = ''
    end
    page.lines[#page.lines + 1] = contest.name
    page.heads[#page.lines], page.files[#page.lines] = contest, contest.file
    mark(0, #contest.name, 'TouchstoneTitle')
    for _, one in ipairs(contest.problems) do
      local start = ('  %-2s %s%s'):format(
        one.label or '',
        one.name,
        (' '):rep(widest - vim.fn.strdisplaywidth(one.name))
      )
      local facts = one.found
          and ('  %-8s S+ %2s  S- %2s  TPR %5s  TNR %5s  '):format(
            one.format or '?',
            number(one.correct),
            number(one.wrong),
            percent(one.tpr),
            percent(one.tnr)
          )
        or '  '
      local words = one.busy and 'running …' or one.message
      page.lines[#page.lines + 1] = start .. facts .. words
      page.rows[#page.lines], page.files[#page.lines] = one, one.file or contest.file
      mark(2, 4, 'TouchstoneGroup')
      mark(#start, #start + #facts, 'TouchstoneDetail')
      mark(#start + #facts, #start + #facts + #words, GROUP_OF_HEALTH[one.health] or 'TouchstoneDetail')
    end
    for _, message in ipairs(contest.messages) do
      page.lines[#page.lines + 1] = '  ! ' .. message
      page.files[#page.lines] = contest.file
      mark(0, #page.lines[#page.lines], 'TouchstoneTime')
    end
  end
  if #page.lines == 0 then
    page.lines[1] = 'No server knows of a problem; open a file of one.'
  end
  return page
end

---@type integer? the buffer
local shown
---@type touchstone.ProblemsPage?
local page

local function draw(contests)
  if not shown or not vim.api.nvim_buf_is_valid(shown) then
    return
  end
  page = M.page(contests)
  vim.bo[shown].modifiable = true
  vim.api.nvim_buf_set_lines(shown, 0, -1, false, page.lines)
  vim.bo[shown].modifiable = false
  vim.bo[shown].modified = false
  vim.api.nvim_buf_clear_namespace(shown, COLOURS, 0, -1)
  for _, mark in ipairs(page.marks) do
    local to = math.min(mark.to, #page.lines[mark.line + 1])
    if to > mark.from then
      vim.api.nvim_buf_set_extmark(shown, COLOURS, mark.line, mark.from, { end_col = to, hl_group = mark.group })
    end
  end
end

--- Asks all servers, and draws what they know, each problem once.
function M.refresh()
  client.ask_problems(function(contests)
    draw(contests)
  end)
end

local group = vim.api.nvim_create_augroup('touchstone.problems', {})
vim.api.nvim_create_autocmd('User', {
  group = group,
  pattern = 'TouchstoneProblemsChanged',
  callback = function()
    if shown and vim.api.nvim_buf_is_valid(shown) then
      M.refresh()
    end
  end,
})

---@param one touchstone.ListedProblem
local function judge(one)
  local problem = client.problems[one.uri]
  if problem then
    client.run(problem, {})
  else
    client.say(('%s: %s'):format(one.name, one.message), vim.log.levels.WARN)
  end
end

---@return touchstone.ListedProblem? problem
---@return touchstone.Contest? contest
---@return string? file
local function under_cursor()
  local line = vim.api.nvim_win_get_cursor(0)[1]
  if page then
    return page.rows[line], page.heads[line], page.files[line]
  end
end

---@param bufnr integer
local function set_keys(bufnr)
  local function key(lhs, desc, action)
    pages.key(bufnr, lhs, desc, action)
  end
  key('<CR>', 'open the problem', function()
    local one, _, file = under_cursor()
    if file then
      pages.edit_beside(vim.uri_to_fname(file))
    elseif one then
      client.say(('%s: %s'):format(one.name, one.message), vim.log.levels.WARN)
    end
  end)
  key('r', 'judge', function()
    local one, contest = under_cursor()
    if one then
      return judge(one)
    end
    for _, each in ipairs(contest and contest.problems or {}) do
      if each.found then
        judge(each)
      end
    end
  end)
  key('R', 'judge everything', function()
    for _, problem in pairs(client.problems) do
      client.run(problem, {})
    end
  end)
  key('m', 'open the matrix', function()
    local one = under_cursor()
    local problem = one and client.problems[one.uri]
    if problem then
      require('touchstone.matrix').open(problem)
    end
  end)
  pages.set_common_keys(bufnr, HELP)
end

--- Opens the list, or goes to where it is open.
---@return integer bufnr
function M.open()
  if not shown or not vim.api.nvim_buf_is_valid(shown) then
    for _, other in ipairs(vim.api.nvim_list_bufs()) do
      if vim.api.nvim_buf_get_name(other) == NAME then
        -- From a session that was kept: only its name came back.
        vim.api.nvim_buf_delete(other, { force = true })
      end
    end
    shown = vim.api.nvim_create_buf(false, true)
    vim.api.nvim_buf_set_name(shown, NAME)
    vim.bo[shown].buftype = 'nofile'
    vim.bo[shown].bufhidden = 'hide'
    vim.bo[shown].swapfile = false
    vim.bo[shown].filetype = 'touchstone-problems'
    set_keys(shown)
  end
  local win = vim.fn.bufwinid(shown)
  if win ~= -1 then
    vim.api.nvim_set_current_win(win)
  else
    vim.cmd(config.get().matrix_split .. ' sbuffer ' .. shown)
    for option, value in pairs({
      number = false,
      relativenumber = false,
      wrap = false,
      spell = false,
      cursorline = true,
    }) do
      vim.api.nvim_set_option_value(option, value, { scope = 'local' })
    end
  end
  M.refresh()
  return shown
end

return M
