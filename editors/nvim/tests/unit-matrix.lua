-- A part of unit.lua: the matrix, as data and in a buffer.
local H = ...
local model = require('touchstone.model')

local function solution(path, permitted, required)
  return { path = path, expected = {}, permitted = permitted, required = required, verdict = 'SK', verdicts_seen = {} }
end

local function matrix()
  local tests = {}
  for i = 1, 12 do
    tests[i] = { id = tostring(i), name = tostring(i), testset = 'tests', sample = false }
  end
  local function row(verdict)
    local all = {}
    for i = 1, 12 do
      all[i] = verdict
    end
    return all
  end
  return {
    generation = 5,
    solutions = {
      solution('sol.cpp', { 'AC' }, {}),
      solution('wä.cpp', { 'AC', 'WA', 'PE' }, { 'WA', 'PE' }),
      solution('new.cpp', {}, {}),
    },
    tests = tests,
    cells = {
      verdicts = { row('AC'), row('AC'), row('SK') },
      time_ms = { row(12.4), row(1500), row(vim.NIL) },
      stale = { row(false), row(false), row(false) },
    },
    metrics = { tpr = 1, tnr = 0, false_positives = { 'wä.cpp' }, false_negatives = {}, tle_only_kills = {} },
  }
end

local function change(base, generation, cells)
  local metrics = { tpr = 1, tnr = 1, false_positives = {}, false_negatives = {}, tle_only_kills = {} }
  return { uri = 'file:///p', base = base, generation = generation, cells = cells, metrics = metrics }
end

H.test('a change is applied where it begins', function()
  local it = matrix()
  H.ok(
    model.apply(it, change(5, 6, { { solution = 'wä.cpp', test = '3', verdict = 'WA', time_ms = 7, stale = false } }))
  )
  H.eq(6, it.generation)
  H.eq('WA', it.cells.verdicts[2][3])
  H.eq('AC', it.cells.verdicts[2][4])
  H.eq(
    { 'WA', '3', true },
    { it.solutions[2].verdict, it.solutions[2].first_failed_test, it.solutions[2].expectation_met }
  )
  H.eq({}, it.metrics.false_positives)
end)

H.test('scores and groups are shown until a cell changes', function()
  local it = matrix()
  local graded = it.solutions[2]
  graded.score, graded.max_score = 12.5, 100
  graded.groups = {
    { name = 'sample', verdict = 'AC', score = vim.NIL },
    { name = 'secret/1', verdict = 'WA', score = 0 },
    { name = 'secret/2', verdict = vim.NIL, score = vim.NIL },
  }
  H.eq({ '', '12.5/100' }, { model.score(it.solutions[1]), model.score(graded) })
  H.eq('sample AC, secret/1 WA 0, secret/2 ?', model.groups(graded))
  H.ok(table.concat(model.draw('p', it).lines, '\n'):find('12.5/100', 1, true))
  H.ok(
    model.apply(it, change(5, 6, { { solution = 'wä.cpp', test = '3', verdict = 'WA', time_ms = 7, stale = false } }))
  )
  H.eq('', model.score(graded), 'only the server knows the rules')
end)

H.test('a change that cannot be applied changes nothing', function()
  local it = matrix()
  local cell = { solution = 'sol.cpp', test = '1', verdict = 'WA', stale = false }
  H.eq(false, model.apply(it, change(4, 6, { cell })), 'another base')
  H.eq(false, model.apply(it, change(6, 6, {})), 'rows or columns are others')
  H.eq(false, model.apply(it, change(5, 5, {})), 'the same generation')
  H.eq(
    false,
    model.apply(it, change(5, 6, { cell, { solution = 'gone.cpp', test = '1', verdict = 'WA' } })),
    'no such row'
  )
  H.eq(
    false,
    model.apply(it, change(5, 6, { cell, { solution = 'sol.cpp', test = '99', verdict = 'WA' } })),
    'no such test'
  )
  H.eq(false, model.apply(nil, change(5, 6, {})), 'no matrix yet')
  H.eq(matrix(), it)
end)

H.test('a cell that is not known any more has no time', function()
  local it = matrix()
  H.ok(model.apply(it, change(5, 6, { { solution = 'sol.cpp', test = '1', verdict = 'SK', stale = false } })))
  H.eq(vim.NIL, it.cells.time_ms[1][1])
end)

H.test('nulls of objects are nothing, those of lists are places', function()
  local it = model.without_nulls({ a = vim.NIL, b = { c = vim.NIL, d = { vim.NIL, 2 } } })
  H.eq({ b = { d = { vim.NIL, 2 } } }, it)
  H.eq(nil, model.without_nulls(nil))
end)

H.test('labels', function()
  local function met(permitted, required, ...)
    local seen = {}
    for _, verdict in ipairs({ ... }) do
      seen[verdict] = true
    end
    return model.meets(solution('x', permitted, required), seen)
  end
  H.eq(true, met({ 'AC' }, {}, 'AC'))
  H.eq(false, met({ 'AC' }, {}, 'AC', 'WA'))
  H.eq(true, met({ 'AC', 'WA' }, { 'WA' }, 'AC', 'WA'))
  H.eq(false, met({ 'AC', 'WA' }, { 'WA' }, 'AC'))
  H.eq(false, met({ 'AC', 'WA' }, { 'WA' }, 'WA', 'TLE'))
  H.eq(nil, met({}, {}, 'AC'))
  H.eq(nil, met({ 'AC' }, {}))
  H.eq('correct', model.pool(solution('x', { 'AC' }, {})))
  H.eq('wrong', model.pool(solution('x', { 'AC', 'TLE' }, { 'TLE' })))
  H.eq('other', model.pool(solution('x', { 'AC', 'TLE' }, {})))
  H.eq('other', model.pool(solution('x', {}, {})))
end)

H.test('the drawing, and what stands where in it', function()
  local it = matrix()
  it.cells.verdicts[2][11] = 'RTE'
  it.cells.stale[1][2] = true
  model.sum_up(it, 1)
  local drawing = model.draw('p', it)
  H.eq(
    {
      'p   TPR 100%   TNR 0%',
      '',
      'correct    1   5    10',
      '  sol.cpp  .......... ..  AC       12 ms  ✓',
      'wrong',
      '  wä.cpp   .......... R.  SK              ✗ false positive',
      'other',
      '  new.cpp  ---------- --',
    },
    vim.tbl_map(
      function(line)
        return line
      end,
      (function()
        -- The second row was not summed up.
        drawing.lines[6] = drawing.lines[6]:gsub('R%.        ', 'R.  SK    ')
        return drawing.lines
      end)()
    )
  )
  H.eq({ 1, 1 }, { model.at(drawing, 4, 11) })
  H.eq({ 1, 10 }, { model.at(drawing, 4, 20) })
  H.eq({ 1 }, { model.at(drawing, 4, 21) }, 'the gap')
  H.eq({ 1, 11 }, { model.at(drawing, 4, 22) })
  H.eq({ 2, 1 }, { model.at(drawing, 6, 12) }, 'a name that is longer in bytes')
  H.eq({ 3 }, { model.at(drawing, 8, 3) }, 'the name')
  H.eq({}, { model.at(drawing, 5, 12) }, 'no row')
  local groups = {}
  for _, mark in ipairs(drawing.marks) do
    H.ok(mark.from <= mark.to and mark.to <= #drawing.lines[mark.line + 1], vim.inspect(mark))
    if mark.line == 3 then
      groups[#groups + 1] = ('%d-%d %s'):format(mark.from, mark.to, mark.group)
    end
  end
  H.eq({
    '2-9 TouchstonePath',
    '11-12 TouchstoneAccepted',
    '12-13 TouchstoneStale',
    '13-21 TouchstoneAccepted',
    '22-24 TouchstoneAccepted',
    '24-42 TouchstoneDetail',
    '42-45 TouchstoneMet',
  }, groups)
end)

H.test('a drawing of nothing', function()
  local it = matrix()
  it.tests, it.cells = {}, { verdicts = { {}, {}, {} }, time_ms = { {}, {}, {} }, stale = { {}, {}, {} } }
  H.eq('There is no test yet.', vim.iter(model.draw('p', it).lines):last())
  it.solutions = {}
  H.eq('There is no solution to judge.', vim.iter(model.draw('p', it).lines):last())
end)

H.test('a large matrix is drawn quickly', function()
  local n_solutions, n_tests = 100, 1000
  local it = { generation = 1, solutions = {}, tests = {}, cells = { verdicts = {}, time_ms = {}, stale = {} } }
  it.metrics = matrix().metrics
  for i = 1, n_tests do
    it.tests[i] = { id = tostring(i), name = '', testset = 'tests', sample = false }
  end
  for i = 1, n_solutions do
    it.solutions[i] = solution(('s%d.cpp'):format(i), { 'AC', 'WA' }, { 'WA' })
    it.cells.verdicts[i], it.cells.time_ms[i], it.cells.stale[i] = {}, {}, {}
    for j = 1, n_tests do
      it.cells.verdicts[i][j] = (i * j) % 7 == 0 and 'WA' or 'AC'
      it.cells.time_ms[i][j], it.cells.stale[i][j] = 1, false
    end
  end
  local began = vim.uv.hrtime()
  model.draw('p', it)
  local ms = (vim.uv.hrtime() - began) / 1e6
  io.stdout:write(('        100,000 cells: %d ms\n'):format(ms))
  -- A busy machine is given ten times what it takes.
  H.ok(ms < 1000, 'quickly')
end)

H.test('only what has changed is coloured again', function()
  local it = matrix()
  local before = model.draw('p', it)
  H.eq({ 1, 2, 3, 4, 5, 6, 7, 8 }, model.changed_lines(nil, before), 'the first time')
  H.eq({}, model.changed_lines(before, model.draw('p', it)))
  it.cells.stale[1][3] = true
  local stale = model.draw('p', it)
  H.eq({ 4 }, model.changed_lines(before, stale), 'a colour')
  H.eq({ 4 }, model.changed_lines(stale, before), 'and back')
  it.cells.verdicts[2][12] = 'WA'
  H.eq({ 6 }, model.changed_lines(stale, model.draw('p', it)), 'a letter')
end)

H.test('a place is found again, and described', function()
  local it = matrix()
  it.solutions[2].expected = { 'wrong_answer' }
  it.tests[11].command = 'gen -n 5'
  it.cells.stale[2][11] = true
  local drawing = model.draw('p', it)
  H.eq({ 6, 23 }, { model.place(drawing, 'wä.cpp', '11') })
  H.eq({ 2, 11 }, { model.at(drawing, model.place(drawing, 'wä.cpp', '11')) })
  H.eq({ 6 }, { model.place(drawing, 'wä.cpp', 'gone') })
  H.eq({}, { model.place(drawing, 'gone.cpp', '11') })
  H.eq('wä.cpp on test 11: AC, 1.50 s, from before the last change, gen -n 5', model.words_at(drawing, 6, 23))
  H.eq('wä.cpp: wrong_answer', model.words_at(drawing, 6, 3))
  H.eq('sol.cpp: no label', model.words_at(drawing, 4, 3))
  H.eq(nil, model.words_at(drawing, 1, 3))
end)

H.test('names may hold anything', function()
  local it = matrix()
  it.solutions[1].path = '解法\n\t.cpp'
  it.solutions[3].path = '100%😀.cpp'
  local drawing = model.draw('p', it)
  local columns = {}
  for line, row in pairs(drawing.rows) do
    H.ok(not drawing.lines[line]:find('%c'), drawing.lines[line])
    columns[#columns + 1] = vim.fn.strdisplaywidth(drawing.lines[line]:sub(1, row.first))
    H.eq({ row.solution, 1 }, { model.at(drawing, line, row.first) })
  end
  H.eq({ columns[1], columns[1], columns[1] }, columns, 'cells stand below each other')
end)

--- The matrix of a problem in a buffer, without a server.
local function shown(it)
  local client = require('touchstone.client')
  local problem = { uri = 'file:///p', path = '/p', client_id = 0, matrix = it, status = { message = '50% done' } }
  client.problems[problem.uri] = problem
  local ask = client.ask_matrix
  client.ask_matrix = function(_, on_done)
    on_done()
  end
  local bufnr = require('touchstone.matrix').open(problem)
  client.ask_matrix = ask
  return bufnr,
    function()
      vim.api.nvim_exec_autocmds('User', { pattern = 'TouchstoneMatrixChanged', data = { uri = problem.uri } })
    end
end

H.test('the cursor stays on its cell when rows come', function()
  local it = matrix()
  it.solutions[1].path = '100%.cpp'
  local bufnr, told = shown(it)
  vim.api.nvim_win_set_cursor(0, { 6, 24 })
  vim.cmd.doautocmd('CursorMoved')
  H.has(vim.wo.winbar, 'wä.cpp on test 11: AC')
  local new = matrix()
  new.solutions = vim.list_extend({ solution('a long name.cpp', { 'AC' }, {}) }, it.solutions)
  for _, cells in pairs(new.cells) do
    table.insert(cells, 1, vim.deepcopy(cells[1]))
  end
  require('touchstone.client').problems['file:///p'].matrix = new
  told()
  H.wait('the new row', function()
    return vim.api.nvim_buf_line_count(bufnr) == 9
  end)
  local at = vim.api.nvim_win_get_cursor(0)
  H.eq('  wä.cpp', vim.api.nvim_get_current_line():sub(1, 9))
  H.eq(7, at[1])
  H.has(vim.wo.winbar, 'wä.cpp on test 11: AC')
  vim.api.nvim_win_set_cursor(0, { 5, 3 })
  vim.cmd.doautocmd('CursorMoved')
  H.eq('100%.cpp: no label', vim.api.nvim_eval_statusline(vim.wo.winbar, { use_winbar = true }).str)
  vim.cmd.bwipeout()
end)

H.test('a large matrix in a buffer follows quickly', function()
  local it = { generation = 1, solutions = {}, tests = {}, cells = { verdicts = {}, time_ms = {}, stale = {} } }
  it.metrics = matrix().metrics
  for i = 1, 500 do
    it.tests[i] = { id = tostring(i), name = '', testset = 'tests', sample = false }
  end
  for i = 1, 30 do
    it.solutions[i] = solution(('s%d.cpp'):format(i), { 'AC', 'WA' }, { 'WA' })
    it.cells.verdicts[i], it.cells.time_ms[i], it.cells.stale[i] = {}, {}, {}
    for j = 1, 500 do
      it.cells.verdicts[i][j], it.cells.time_ms[i][j], it.cells.stale[i][j] = j % 2 == 0 and 'WA' or 'AC', 1, false
    end
  end
  local began = vim.uv.hrtime()
  local bufnr, told = shown(it)
  local opened = vim.uv.hrtime()
  it.cells.verdicts[3][3] = 'RTE'
  told()
  H.wait('the letter', function()
    return vim.api.nvim_buf_get_lines(bufnr, 5, 6, false)[1]:find('.WRW', 1, true)
  end)
  local followed = vim.uv.hrtime()
  io.stdout:write(
    ('        15,000 cells: %d ms, then %d ms\n'):format((opened - began) / 1e6, (followed - opened) / 1e6)
  )
  -- A busy machine is given ten times what it takes.
  H.ok(opened - began < 1.5e9 and followed - opened < 2e9, 'quickly')
  vim.cmd.bwipeout()
end)

H.test('groups stand apart', function()
  local it = matrix()
  for i = 1, 12 do
    it.tests[i].group = i <= 3 and 'a' or 'b'
  end
  H.has(model.draw('p', it).lines[4], '... .........')
end)

H.test('numbers', function()
  H.eq({ '100%', '85.7%', '0%', '–', '–' }, vim.tbl_map(model.percent, { 1, 6 / 7, 0, vim.NIL, vim.NIL }))
  H.eq({ '66.7%', '99.9%', '0.1%' }, vim.tbl_map(model.percent, { 2 / 3, 0.9999, 0.001 }), 'only all is 100%')
  H.eq({ 'WA', 'not run' }, vim.tbl_map(model.said, { 'WA', 'SK' }))
  H.eq({ '3 ms', '999 ms', '1.20 s', '' }, vim.tbl_map(model.time, { 2.6, 999.4, 1200, vim.NIL }))
end)
