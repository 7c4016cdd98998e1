--- A test as text: what was expected and what was found, line by line. No windows, no server.
local model = require('touchstone.model')

local M = {}

---@alias touchstone.Text string|{ head: string, bytes: integer, around?: { line: integer, text: string } }

---@class touchstone.Shown the answer to `touchstone.showTest`
---@field input? touchstone.Text
---@field expected? touchstone.Text
---@field found? touchstone.Text
---@field first_difference? { line: integer, column: integer } in `found`, from 0, UTF-16
---@field input_place? { line: integer, column: integer } where a validator that rejects the input stopped
---@field validator? string its words
---@field limits? { time_ms?: integer, memory_kb: integer }
---@field checker? string
---@field verdict? string
---@field transcript? touchstone.Text
---@field stderr? touchstone.Text what the solution wrote to standard error
---@field time_ms? number CPU time
---@field memory_kb? integer
---@field made_by? string the command, or the file
---@field declared? { path: string, line: integer } from 0
---@field rerun? { commands: string[], debugger?: string } lines for a POSIX shell

---@class touchstone.Page
---@field lines string[]
---@field marks { line: integer, from: integer, to: integer, group: string }[] lines and bytes from 0
---@field heads table<string, integer> the line, from 1, at which each part begins
---@field first? integer the line, from 1, of the first difference

--- Lines around a difference that are shown when a text is long.
local AROUND = 3
--- Texts up to this many lines are shown whole.
local MOST_WHOLE = 60
--- Where what the interactor says begins.
local SIDE = 40
--- Lines of an input that are shown.
local MOST_INPUT = 200

--- Lines as a buffer can hold them.
---@param text string
---@return string[]
function M.lines(text)
  local lines = vim.split((text:gsub('\r\n', '\n')), '\n', { plain = true })
  if lines[#lines] == '' then
    lines[#lines] = nil
  end
  for i, line in ipairs(lines) do
    lines[i] = line:gsub('%z', '␀')
  end
  return lines
end

---@param text touchstone.Text?
---@return string[]? lines, integer? bytes of the whole when these are only its beginning
local function open(text)
  if text == nil or text == vim.NIL then
    return nil, nil
  end
  if type(text) == 'table' then
    return M.lines(text.head), text.bytes
  end
  return M.lines(text), nil
end

---@param n integer
---@param noun string
local function counted(n, noun)
  return n == 1 and ('1 %s'):format(noun) or ('%d %ss'):format(n, noun)
end

---@class touchstone.DiffLine
---@field sign ' '|'-'|'+'
---@field text string
---@field expected? integer the line there, from 1
---@field found? integer

--- What turns the expected lines into those found. Blanks at the ends of lines make no difference.
---@param expected string[]
---@param found string[]
---@return touchstone.DiffLine[]
function M.compare(expected, found)
  local differ = vim.text and vim.text.diff or vim.diff
  local function trimmed(lines)
    local all = vim.tbl_map(function(line)
      return (line:gsub('%s+$', ''))
    end, lines)
    return #all == 0 and '' or table.concat(all, '\n') .. '\n'
  end
  local hunks = differ(trimmed(expected), trimmed(found), { result_type = 'indices' })
  ---@cast hunks integer[][]
  local all = {}
  local i, j = 1, 1
  local function same(up_to)
    while i < up_to do
      all[#all + 1] = { sign = ' ', text = found[j], expected = i, found = j }
      i, j = i + 1, j + 1
    end
  end
  for _, hunk in ipairs(hunks) do
    local from, n_expected, n_found = hunk[1], hunk[2], hunk[4]
    -- With nothing on the left, the place is after that line.
    same(n_expected == 0 and from + 1 or from)
    for _ = 1, n_expected do
      all[#all + 1] = { sign = '-', text = expected[i], expected = i }
      i = i + 1
    end
    for _ = 1, n_found do
      all[#all + 1] = { sign = '+', text = found[j], found = j }
      j = j + 1
    end
  end
  same(#expected + 1)
  return all
end

--- Which lines of a comparison are shown: all, or those near a difference.
---@param all touchstone.DiffLine[]
---@return boolean[]
local function shown(all)
  local near = {}
  for at, one in ipairs(all) do
    if #all <= MOST_WHOLE then
      near[at] = true
    elseif one.sign ~= ' ' then
      for other = math.max(1, at - AROUND), math.min(#all, at + AROUND) do
        near[other] = true
      end
    end
  end
  if not next(near) then
    for at = 1, math.min(#all, AROUND) do
      near[at] = true
    end
  end
  return near
end

--- A test as a page.
---@param test string its id
---@param solution string?
---@param of touchstone.Shown
---@return touchstone.Page
function M.page(test, solution, of)
  local page = { lines = {}, marks = {}, heads = {} }
  local function mark(from, to, group)
    page.marks[#page.marks + 1] = { line = #page.lines, from = from, to = to, group = group }
  end
  local function add(line, group)
    if group then
      mark(0, #line, group)
    end
    page.lines[#page.lines + 1] = line
  end
  local function head(name, words)
    if #page.lines > 0 then
      add('')
    end
    add(words or name, 'TouchstoneGroup')
    page.heads[name] = #page.lines
  end
  local function cut(n_shown, n_lines, bytes)
    if bytes then
      add(('… %d bytes in all'):format(bytes), 'TouchstoneDetail')
    elseif n_lines > n_shown then
      add(('… %s more'):format(counted(n_lines - n_shown, 'line')), 'TouchstoneDetail')
    end
  end
  local function whole(name, text, most)
    local lines, bytes = open(text)
    if not lines then
      return
    end
    head(name)
    for i = 1, math.min(#lines, most) do
      add(lines[i])
    end
    if #lines == 0 then
      add('(empty)', 'TouchstoneDetail')
    end
    cut(math.min(#lines, most), #lines, bytes)
  end

  local verdict = of.verdict
  if solution then
    local first = ('%s on test %s: %s'):format(solution, test, model.said(verdict or 'SK'))
    add(first, verdict == 'AC' and 'TouchstoneMet' or 'TouchstoneUnmet')
  else
    add(('test %s'):format(test), 'TouchstoneTitle')
  end
  if of.checker and of.checker ~= vim.NIL then
    for _, line in ipairs(M.lines(of.checker)) do
      add(line, 'TouchstoneWords')
    end
  end

  if of.validator then
    for _, line in ipairs(M.lines('validator: ' .. of.validator)) do
      add(line, 'TouchstoneWords')
    end
  end

  if of.time_ms and of.memory_kb then
    local used = ('%.0f ms, %.1f MB'):format(of.time_ms, of.memory_kb / 1024)
    if of.limits then
      local time = of.limits.time_ms and ('%d ms'):format(of.limits.time_ms) or 'no time limit known'
      used = ('%s (limits: %s, %.0f MB)'):format(used, time, of.limits.memory_kb / 1024)
    end
    add(used, 'TouchstoneDetail')
  end
  if of.made_by and of.made_by ~= '' then
    add('made by ' .. of.made_by, 'TouchstoneDetail')
  end

  local expected, expected_bytes = open(of.expected)
  local found, found_bytes = open(of.found)
  if expected and found then
    M.add_comparison(page, add, mark, head, expected, found, of.first_difference)
    cut(0, 0, expected_bytes or found_bytes)
    for _, side in ipairs({ { 'expected', of.expected }, { 'found', of.found } }) do
      local name, text = side[1], side[2]
      local around = type(text) == 'table' and text.around
      if around then
        head(('%s, line %d'):format(name, around.line + 1), ('%s from line %d on'):format(name, around.line + 1))
        for _, line in ipairs(M.lines(around.text)) do
          add(line)
        end
      end
    end
  else
    whole('expected', of.expected, MOST_INPUT)
    whole('found', of.found, MOST_INPUT)
  end
  whole('conversation', M.side_by_side(of.transcript), MOST_INPUT)
  whole('standard error', of.stderr, MOST_INPUT)
  whole('input', of.input, MOST_INPUT)
  if type(of.rerun) == 'table' then
    head('by hand', 'to run it by hand')
    for _, line in ipairs(M.debug_lines(of.rerun)) do
      add(line)
    end
  end
  return page
end

--- The lines that run it by hand: under a debugger, where there is one for the language.
---@param rerun { commands: string[], debugger?: string }
---@return string[]
function M.debug_lines(rerun)
  local lines = vim.list_extend({}, rerun.commands)
  if rerun.debugger then
    lines[#lines] = rerun.debugger
  end
  return lines
end

--- What both said, the solution to the left and the interactor to the right.
---@param transcript touchstone.Text?
---@return touchstone.Text?
function M.side_by_side(transcript)
  if transcript == nil or transcript == vim.NIL then
    return nil
  end
  local function placed(text)
    local lines = vim.tbl_map(function(line)
      local side, words = line:sub(1, 1), line:sub(3)
      return side == '<' and (' '):rep(SIDE) .. words or words
    end, M.lines(text))
    return ('%-' .. SIDE .. 's%s\n'):format('solution', 'interactor') .. table.concat(lines, '\n') .. '\n'
  end
  if type(transcript) == 'table' then
    return { head = placed(transcript.head), bytes = transcript.bytes }
  end
  return placed(transcript)
end

---@param page touchstone.Page
---@param add fun(line: string, group: string?)
---@param mark fun(from: integer, to: integer, group: string)
---@param head fun(name: string, words: string?)
---@param expected string[]
---@param found string[]
---@param first { line: integer, column: integer }?
function M.add_comparison(page, add, mark, head, expected, found, first)
  local all = M.compare(expected, found)
  first = first ~= vim.NIL and first or nil
  local differs = vim.iter(all):any(function(one)
    return one.sign ~= ' '
  end)
  if not differs then
    head('found', 'found what is expected')
  elseif #found == 0 then
    head('found', 'expected (-), and nothing was found')
    first = nil
  else
    head('found', 'expected (-) and found (+)')
  end
  local near, was_near = shown(all), true
  for at, one in ipairs(all) do
    if near[at] then
      local group = one.sign == '-' and 'TouchstoneExpected' or one.sign == '+' and 'TouchstoneFound' or nil
      local line = one.sign .. ' ' .. one.text
      if first and one.found == first.line + 1 and one.sign == '+' then
        local byte = vim.str_byteindex(one.text, 'utf-16', first.column, false)
        local next_byte = vim.str_byteindex(one.text, 'utf-16', first.column + 1, false)
        mark(2 + byte, math.max(2 + next_byte, 3 + byte), 'TouchstoneFirstDifference')
        page.first = #page.lines + 1
      end
      add(line, group)
    elseif was_near then
      add('  …', 'TouchstoneDetail')
    end
    was_near = near[at] == true
  end
  if #all == 0 then
    add('(empty)', 'TouchstoneDetail')
  end
  if first then
    local where = ('first difference: line %d, column %d of what was found'):format(first.line + 1, first.column + 1)
    add(where, 'TouchstoneDetail')
  end
end

return M
