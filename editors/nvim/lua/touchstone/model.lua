--- The pass matrix as data: no windows, no server.
local M = {}

---@class touchstone.Solution the report's `solutions[]`
---@field path string
---@field expected string[]
---@field permitted string[]
---@field required string[]
---@field verdict string
---@field first_failed_test? string
---@field class? string
---@field expectation_met? boolean
---@field max_time_ms? number
---@field score? number
---@field max_score? number
---@field groups? { name: string, verdict?: string, score?: number }[]

---@class touchstone.Test the report's `tests[]`
---@field id string
---@field name string
---@field testset string
---@field group? string
---@field sample boolean
---@field command? string
---@field path? string

---@class touchstone.Metrics
---@field tpr? number
---@field tnr? number
---@field false_positives string[]
---@field false_negatives string[]

---@class touchstone.Matrix the answer to `touchstone/matrix`
---@field generation integer
---@field solutions touchstone.Solution[]
---@field tests touchstone.Test[]
---@field cells { verdicts: string[][], time_ms: (number|vim.NIL)[][], stale: boolean[][] }
---@field metrics touchstone.Metrics

---@class touchstone.Change `touchstone/matrixChanged`
---@field uri string
---@field generation integer
---@field base integer
---@field cells { solution: string, test: string, verdict: string, time_ms?: number, stale: boolean }[]
---@field metrics touchstone.Metrics

--- The letter of each verdict, and its colour.
M.LETTERS = {
  SK = { '-', 'TouchstoneSkipped' },
  AC = { '.', 'TouchstoneAccepted' },
  PE = { 'P', 'TouchstoneWrong' },
  WA = { 'W', 'TouchstoneWrong' },
  TLE = { 'T', 'TouchstoneTime' },
  OLE = { 'O', 'TouchstoneWrong' },
  MLE = { 'M', 'TouchstoneTime' },
  RTE = { 'R', 'TouchstoneCrash' },
  CE = { 'C', 'TouchstoneCrash' },
  FAIL = { 'F', 'TouchstoneFail' },
}

--- Best first.
local SEVERITY = { SK = 0, AC = 1, PE = 2, WA = 3, TLE = 4, OLE = 5, MLE = 6, RTE = 7, CE = 8, FAIL = 9 }

---@generic T
---@param value T|vim.NIL|nil
---@return T?
local function present(value)
  if value == vim.NIL then
    return nil
  end
  return value
end
M.present = present

--- Takes nulls out of objects, where Neovim leaves them. In lists they keep their places.
---@generic T
---@param value T
---@return T
function M.without_nulls(value)
  if type(value) == 'table' then
    for key, one in pairs(value) do
      if one == vim.NIL and type(key) == 'string' then
        value[key] = nil
      else
        M.without_nulls(one)
      end
    end
  end
  return value
end

---@param list table[]
---@param field string
---@return table<string, integer>
local function index(list, field)
  local of = {}
  for i, one in ipairs(list) do
    of[one[field]] = i
  end
  return of
end

--- Applies what has changed. False, and nothing is changed, when the change does not begin where the matrix is or
--- names what the matrix has not: then the whole must be asked for.
---@param matrix touchstone.Matrix?
---@param change touchstone.Change
---@return boolean
function M.apply(matrix, change)
  -- Equal to `generation` where rows or columns are others.
  if not matrix or change.base ~= matrix.generation or change.base == change.generation then
    return false
  end
  local rows, columns = index(matrix.solutions, 'path'), index(matrix.tests, 'id')
  for _, cell in ipairs(change.cells) do
    if not rows[cell.solution] or not columns[cell.test] then
      return false
    end
  end
  local touched = {}
  for _, cell in ipairs(change.cells) do
    local row, column = rows[cell.solution], columns[cell.test]
    matrix.cells.verdicts[row][column] = cell.verdict
    matrix.cells.time_ms[row][column] = present(cell.time_ms) == nil and vim.NIL or cell.time_ms
    matrix.cells.stale[row][column] = cell.stale
    touched[row] = true
  end
  for row in pairs(touched) do
    M.sum_up(matrix, row)
  end
  matrix.metrics = change.metrics
  matrix.generation = change.generation
  return true
end

--- A row's verdict, time and expectation from its cells, until the server's own words come with the next whole.
---@param matrix touchstone.Matrix
---@param row integer
function M.sum_up(matrix, row)
  local solution = matrix.solutions[row]
  local worst, time, first, seen = 'SK', nil, nil, {}
  for column, verdict in ipairs(matrix.cells.verdicts[row]) do
    if (SEVERITY[verdict] or 0) > SEVERITY[worst] then
      worst = verdict
    end
    local ms = present(matrix.cells.time_ms[row][column])
    if ms and (not time or ms > time) then
      time = ms
    end
    if verdict ~= 'SK' and verdict ~= 'FAIL' then
      seen[verdict] = true
      if verdict ~= 'AC' and not first then
        first = matrix.tests[column].id
      end
    end
  end
  solution.verdict, solution.max_time_ms, solution.first_failed_test = worst, time, first
  -- By rules that only the server knows.
  solution.score, solution.groups = nil, nil
  solution.expectation_met = M.meets(solution, seen)
end

--- Whether what was seen is what a label asks for; nil without a label or a verdict.
---@param solution touchstone.Solution
---@param seen table<string, true>
---@return boolean?
function M.meets(solution, seen)
  if #solution.permitted == 0 and #solution.required == 0 or next(seen) == nil then
    return nil
  end
  local permitted, is_met = {}, #solution.required == 0
  for _, verdict in ipairs(solution.permitted) do
    permitted[verdict] = true
  end
  for _, verdict in ipairs(solution.required) do
    is_met = is_met or seen[verdict] == true
  end
  for verdict in pairs(seen) do
    is_met = is_met and (permitted[verdict] == true or #solution.permitted == 0)
  end
  return is_met
end

--- Which pool a solution belongs to.
---@param solution touchstone.Solution
---@return 'correct'|'wrong'|'other'
function M.pool(solution)
  if #solution.permitted == 0 and #solution.required == 0 then
    return 'other'
  elseif #solution.permitted == 1 and solution.permitted[1] == 'AC' then
    return 'correct'
  elseif #solution.required > 0 or not vim.tbl_contains(solution.permitted, 'AC') then
    return 'wrong'
  end
  return 'other'
end

--- What a row comes to against its label.
---@param matrix touchstone.Matrix
---@param solution touchstone.Solution
---@return string words, string highlight
function M.mark(matrix, solution)
  if vim.tbl_contains(matrix.metrics.false_positives, solution.path) then
    return '✗ false positive', 'TouchstoneUnmet'
  end
  if vim.tbl_contains(matrix.metrics.false_negatives, solution.path) then
    return '✗ false negative', 'TouchstoneUnmet'
  end
  local is_met = present(solution.expectation_met)
  if is_met == nil then
    return '', 'TouchstoneDetail'
  end
  if is_met then
    return '✓', 'TouchstoneMet'
  end
  return '✗ not as labelled', 'TouchstoneUnmet'
end

--- A share as people write it. Only all is 100%.
---@param share number?
function M.percent(share)
  share = present(share)
  if not share then
    return '–'
  end
  return ('%g%%'):format(share < 1 and math.min(math.floor(share * 1000 + 0.5) / 10, 99.9) or 100)
end

--- A verdict in a sentence.
---@param verdict string
function M.said(verdict)
  return verdict == 'SK' and 'not run' or verdict
end

---@param ms number?
function M.time(ms)
  ms = present(ms)
  if not ms then
    return ''
  end
  if ms >= 1000 then
    return ('%.2f s'):format(ms / 1000)
  end
  return ('%d ms'):format(math.floor(ms + 0.5))
end

--- A score as people write it, `40/100`; empty where there is none.
---@param solution touchstone.Solution
function M.score(solution)
  local score, most = present(solution.score), present(solution.max_score)
  if not score then
    return ''
  end
  return most and ('%s/%s'):format(M.number(score), M.number(most)) or M.number(score)
end

--- A number without zeros behind the point.
---@param number number
function M.number(number)
  return (('%.6f'):format(number):gsub('%.?0+$', ''))
end

--- What came of each group, in one line.
---@param solution touchstone.Solution
function M.groups(solution)
  local words = {}
  for _, group in ipairs(present(solution.groups) or {}) do
    local score = present(group.score)
    words[#words + 1] = ('%s %s%s'):format(
      group.name,
      present(group.verdict) or '?',
      score and ' ' .. M.number(score) or ''
    )
  end
  return table.concat(words, ', ')
end

---@class touchstone.Row a line of the drawn matrix that shows a solution
---@field solution integer
---@field first integer the byte at which its first cell stands, from 0

---@class touchstone.Drawing
---@field lines string[]
---@field marks { line: integer, from: integer, to: integer, group: string }[] lines and bytes from 0
---@field rows table<integer, touchstone.Row> by line, from 1
---@field tests integer[] the test of each character of the cells, 0 where none stands
---@field matrix touchstone.Matrix what was drawn

--- The matrix as text, one character for each cell.
---@param name string the problem's
---@param matrix touchstone.Matrix
---@return touchstone.Drawing
function M.draw(name, matrix)
  local drawing = { lines = {}, marks = {}, rows = {}, tests = {}, matrix = matrix }
  local function mark(from, to, group)
    drawing.marks[#drawing.marks + 1] = { line = #drawing.lines, from = from, to = to, group = group }
  end
  local function add(line)
    drawing.lines[#drawing.lines + 1] = line
  end

  local title = ('%s   TPR %s   TNR %s'):format(name, M.percent(matrix.metrics.tpr), M.percent(matrix.metrics.tnr))
  mark(0, #name, 'TouchstoneTitle')
  mark(#name, #title, 'TouchstoneDetail')
  add(title)
  add('')
  if #matrix.solutions == 0 then
    add('There is no solution to judge.')
    return drawing
  end

  -- A blank stands between testsets, between groups, and after ten tests in a row.
  local before, n_together = nil, 0
  for i, test in ipairs(matrix.tests) do
    local of = test.testset .. '\0' .. (present(test.group) or '')
    if before and before ~= of or n_together == 10 then
      drawing.tests[#drawing.tests + 1] = 0
      n_together = 0
    end
    before, n_together = of, n_together + 1
    drawing.tests[#drawing.tests + 1] = i
  end

  local width = 0
  for _, solution in ipairs(matrix.solutions) do
    width = math.max(width, vim.fn.strdisplaywidth(M.on_one_line(solution.path)))
  end
  width = width + 4

  local pools = { correct = {}, wrong = {}, other = {} }
  for i, solution in ipairs(matrix.solutions) do
    table.insert(pools[M.pool(solution)], i)
  end
  local is_first = true
  for _, pool in ipairs({ 'correct', 'wrong', 'other' }) do
    if #pools[pool] > 0 then
      local line = pool
      mark(0, #pool, 'TouchstoneGroup')
      if is_first then
        line = pool .. (' '):rep(width - #pool) .. M.ruler(drawing.tests)
        mark(#pool, #line, 'TouchstoneHead')
        is_first = false
      end
      add(line)
      for _, i in ipairs(pools[pool]) do
        M.draw_row(drawing, matrix, i, width)
      end
    end
  end
  if #matrix.tests == 0 then
    add('')
    add('There is no test yet.')
  end
  return drawing
end

--- A text without what would end a line or move the cursor; a name may hold anything.
---@param text string
function M.on_one_line(text)
  return (text:gsub('%c', '?'))
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

--- The numbers of the tests above their columns: the first and every fifth, where there is room.
---@param tests integer[]
function M.ruler(tests)
  local text = ''
  for column, test in ipairs(tests) do
    if (test == 1 or (test > 0 and test % 5 == 0)) and #text < column then
      text = text .. (' '):rep(column - 1 - #text) .. test
    end
  end
  return text
end

---@param drawing touchstone.Drawing
---@param matrix touchstone.Matrix
---@param i integer
---@param width integer
function M.draw_row(drawing, matrix, i, width)
  local solution = matrix.solutions[i]
  local verdicts, stale = matrix.cells.verdicts[i], matrix.cells.stale[i]
  local path = M.on_one_line(solution.path)
  local line = '  ' .. path .. (' '):rep(width - 2 - vim.fn.strdisplaywidth(path))
  local n = #drawing.lines
  local first = #line
  local marks = drawing.marks
  marks[#marks + 1] = { line = n, from = 2, to = 2 + #path, group = 'TouchstonePath' }
  local cells = {}
  local run
  for column, test in ipairs(drawing.tests) do
    local letter, group = ' ', nil
    if test > 0 then
      local shown = M.LETTERS[verdicts[test]] or { '?', 'TouchstoneFail' }
      letter, group = shown[1], stale[test] and 'TouchstoneStale' or shown[2]
    end
    cells[column] = letter
    if run and run.group == group then
      run.to = first + column
    else
      run = group and { line = n, from = first + column - 1, to = first + column, group = group } or nil
      marks[#marks + 1] = run
    end
  end
  local words, group = M.mark(matrix, solution)
  local score = M.score(solution)
  local verdict = solution.verdict == 'SK' and '' or solution.verdict
  line = line .. table.concat(cells) .. ('  %-4s %9s  '):format(verdict, M.time(solution.max_time_ms))
  line = score ~= '' and line .. ('%9s  '):format(score) or line
  marks[#marks + 1] = { line = n, from = first + #cells, to = #line, group = 'TouchstoneDetail' }
  marks[#marks + 1] = { line = n, from = #line, to = #line + #words, group = group }
  drawing.lines[#drawing.lines + 1] = (line .. words):gsub('%s+$', '')
  for at = #marks, 1, -1 do
    local one = marks[at]
    if one.line ~= n then
      break
    end
    one.to = math.min(one.to, #drawing.lines[#drawing.lines])
    one.from = math.min(one.from, one.to)
  end
  drawing.rows[#drawing.lines] = { solution = i, first = first }
end

--- What stands at a place of the drawing: the solution of a row, and the test where a cell stands.
---@param drawing touchstone.Drawing
---@param line integer from 1
---@param column integer byte from 0
---@return integer? solution, integer? test
function M.at(drawing, line, column)
  local row = drawing.rows[line]
  if not row then
    return nil, nil
  end
  local test = drawing.tests[column - row.first + 1]
  return row.solution, test ~= 0 and test or nil
end

--- Where a test of a solution stands in a drawing: the inverse of `at`, by names.
---@param drawing touchstone.Drawing
---@param path string the solution's
---@param id? string the test's
---@return integer? line from 1
---@return integer? column byte from 0, nil where the test is not there
function M.place(drawing, path, id)
  for line, row in pairs(drawing.rows) do
    if drawing.matrix.solutions[row.solution].path == path then
      for column, test in ipairs(drawing.tests) do
        if test > 0 and drawing.matrix.tests[test].id == id then
          return line, row.first + column - 1
        end
      end
      return line
    end
  end
end

--- What is to be said of a place of the drawing, in one line.
---@param drawing touchstone.Drawing
---@param line integer from 1
---@param column integer byte from 0
---@return string? words nil where no solution stands
function M.words_at(drawing, line, column)
  local row, at = M.at(drawing, line, column)
  if not row then
    return nil
  end
  local solution, cells = drawing.matrix.solutions[row], drawing.matrix.cells
  if not at then
    local label = table.concat(solution.expected, ', ')
    local groups = M.groups(solution)
    local words = ('%s: %s'):format(solution.path, label ~= '' and label or 'no label')
    return M.on_one_line(groups ~= '' and words .. '; ' .. groups or words)
  end
  local test = drawing.matrix.tests[at]
  local words = { ('%s on test %s: %s'):format(solution.path, test.id, M.said(cells.verdicts[row][at])) }
  local time = M.time(cells.time_ms[row][at])
  if time ~= '' then
    words[#words + 1] = time
  end
  if cells.stale[row][at] then
    words[#words + 1] = 'from before the last change'
  end
  words[#words + 1] = present(test.command) or present(test.path)
  return M.on_one_line(table.concat(words, ', '))
end

--- The lines, from 1, on which two drawings have not the same text or not the same colours.
---@param before touchstone.Drawing?
---@param now touchstone.Drawing
---@return integer[]
function M.changed_lines(before, now)
  local differs = {}
  local old, new = before and before.marks or {}, now.marks
  local i, j = 1, 1
  for line, text in ipairs(now.lines) do
    local is_same = before ~= nil and before.lines[line] == text
    while old[i] and old[i].line < line - 1 do
      i = i + 1
    end
    while new[j] and new[j].line == line - 1 do
      local was, is = old[i], new[j]
      if was and was.line == is.line then
        is_same = is_same and was.from == is.from and was.to == is.to and was.group == is.group
        i = i + 1
      else
        is_same = false
      end
      j = j + 1
    end
    if old[i] and old[i].line == line - 1 then
      is_same = false
    end
    if not is_same then
      differs[#differs + 1] = line
    end
  end
  return differs
end

return M
