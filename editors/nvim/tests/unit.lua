-- nvim --headless --clean -l tests/unit.lua      the plugin's own logic, without a server
local here = vim.fs.dirname(vim.fs.dirname(vim.fs.abspath(debug.getinfo(1, 'S').source:sub(2))))
vim.opt.runtimepath:prepend(here)
vim.o.swapfile = false
local H = dofile(here .. '/tests/harness.lua')
local model = require('touchstone.model')
local diff = require('touchstone.diff')

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

H.test('groups stand apart', function()
  local it = matrix()
  for i = 1, 12 do
    it.tests[i].group = i <= 3 and 'a' or 'b'
  end
  H.has(model.draw('p', it).lines[4], '... .........')
end)

H.test('numbers', function()
  H.eq({ '100%', '85.7%', '0%', '–', '–' }, vim.tbl_map(model.percent, { 1, 6 / 7, 0, vim.NIL, vim.NIL }))
  H.eq({ '3 ms', '999 ms', '1.20 s', '' }, vim.tbl_map(model.time, { 2.6, 999.4, 1200, vim.NIL }))
end)

local function signs(expected, found)
  local all = diff.compare(diff.lines(expected), diff.lines(found))
  return table.concat(
    vim.tbl_map(function(one)
      return one.sign .. one.text
    end, all),
    '|'
  )
end

H.test('expected and found', function()
  H.eq(' 1| 2', signs('1\n2\n', '1\n2'))
  H.eq(' 1 | 2', signs('1\n2\n', '1 \n2'), 'blanks at the end')
  H.eq(' 1|-2|+3| 4', signs('1\n2\n4\n', '1\n3\n4\n'))
  H.eq('-1', signs('1\n', ''))
  H.eq('+1', signs('', '1\n'))
  H.eq(' 1|+2', signs('1\n', '1\n2\n'))
  H.eq('+0| 1', signs('1\n', '0\n1\n'))
  H.eq(' 1|-2', signs('1\n2\n', '1\n'))
  H.eq('', signs('', ''))
end)

H.test('a page about a wrong answer', function()
  local page = diff.page('7', 'wa.cpp', {
    input = '3 5\n1 2 3\n',
    expected = '1 2\né😀a\n',
    found = '1 2\né😀b\n',
    first_difference = { line = 1, column = 3 },
    checker = 'wrong answer no such pair',
    verdict = 'WA',
  })
  H.eq({
    'wa.cpp on test 7: WA',
    'wrong answer no such pair',
    '',
    'expected (-) and found (+)',
    '  1 2',
    '- é😀a',
    '+ é😀b',
    'first difference: line 2, column 4 of what was found',
    '',
    'input',
    '3 5',
    '1 2 3',
  }, page.lines)
  H.eq(7, page.first)
  local marked = vim.tbl_filter(function(mark)
    return mark.group == 'TouchstoneFirstDifference'
  end, page.marks)
  H.eq({ { line = 6, from = 8, to = 9, group = 'TouchstoneFirstDifference' } }, marked)
end)

H.test('a page of what is not all there', function()
  local lines = {}
  for i = 1, 300 do
    lines[i] = tostring(i)
  end
  local text = table.concat(lines, '\n')
  local page = diff.page('1', 's.cpp', { input = text, expected = text, found = text:gsub('150', 'x'), verdict = 'WA' })
  H.has(page.lines, '  149\n- 150\n+ x\n  151')
  H.has(page.lines, '  …')
  H.has(page.lines, '… 100 lines more')
  H.ok(#page.lines < 230, 'short')
  page = diff.page('1', nil, { input = { head = '1 2\n', bytes = 99999 }, expected = vim.NIL })
  H.eq({ 'test 1', '', 'input', '1 2', '… 99999 bytes in all' }, page.lines)
  page = diff.page('1', 's.py', { input = '', verdict = 'SK', transcript = '> 1\n< 2\n' })
  H.has(page.lines, 'conversation\n> 1\n< 2')
  H.has(page.lines, 'input\n(empty)')
  page = diff.page('1', 's.py', { expected = '1\n', found = '1\n', verdict = 'AC' })
  H.has(page.lines, 'found what is expected')
  page = diff.page('1', 's.py', {
    expected = '1\n2\n',
    found = '1\n',
    first_difference = { line = 0, column = 1 },
    verdict = 'WA',
  })
  H.eq(nil, page.first, 'nothing stands where the difference is')
  H.has(page.lines, 'first difference: line 1, column 2')
end)

H.test('options', function()
  local check = require('touchstone.config').check
  local config, wrong = check(nil)
  H.eq({ require('touchstone.config').defaults, {} }, { config, wrong })
  config, wrong = check({ codelens = false, matrix_split = 3, colour = 'x' })
  H.eq({ false, 'botright' }, { config.codelens, config.matrix_split })
  H.eq(2, #wrong)
  H.has(wrong, 'vim.g.touchstone.matrix_split must be a string, not a number')
  H.has(wrong, 'vim.g.touchstone.colour is no option')
  config = check(function()
    return { restart = false }
  end)
  H.eq(false, config.restart)
  H.has(select(2, check(3)), 'must be a table')
end)

local function folder(files)
  local dir = vim.fs.joinpath(vim.fn.tempname(), 'contest', 'p')
  for name, text in pairs(files) do
    local path = vim.fs.joinpath(dir, name)
    vim.fn.mkdir(vim.fs.dirname(path), 'p')
    vim.fn.writefile(vim.split(text, '\n'), path)
  end
  return require('touchstone.root').real(dir)
end

H.test('where problems are', function()
  local root = require('touchstone.root')
  local include = '#include "testlib.h"'
  local function found(files, at)
    local dir = folder(files)
    local is = root.find(vim.fs.joinpath(dir, at))
    return is and (is == dir and '.' or vim.fs.relpath(dir, is) or '..')
  end
  H.eq('.', found({ ['val.cpp'] = include }, 'sol.cpp'))
  H.eq('.', found({ ['gen/gen.cpp'] = include, ['sol.cpp'] = '' }, 'gen/gen.cpp'), 'the part is no problem')
  H.eq('.', found({ ['problem.xml'] = '<problem/>', ['files/val.cpp'] = include }, 'files/val.cpp'))
  H.eq('.', found({ ['problem.yaml'] = '', ['submissions/accepted/a.cpp'] = '' }, 'submissions/accepted/a.cpp'))
  H.eq('.', found({ ['sols/a.cpp'] = '', ['tests/1.in'] = '' }, 'sols/a.cpp'))
  H.eq('.', found({ ['touchstone.toml'] = '', ['a.cpp'] = '' }, 'a.cpp'))
  H.eq(nil, found({ ['main.cpp'] = 'int main() {}', ['util.h'] = '' }, 'main.cpp'), 'an ordinary project')
  H.eq(nil, found({ ['testlib.h'] = include, ['main.cpp'] = '' }, 'main.cpp'), 'the header is no program')
end)

H.test('scripts are told from other files of that name', function()
  vim.cmd('filetype on')
  dofile(here .. '/ftdetect/touchstone.lua')
  local function filetype(files, name)
    local dir = folder(files)
    vim.cmd.edit(vim.fs.joinpath(dir, name))
    local is = vim.bo.filetype
    vim.cmd.bwipeout()
    return is
  end
  local gen = '#include "testlib.h"'
  H.eq('touchstone-script', filetype({ ['gen.cpp'] = gen, ['script.txt'] = 'gen 1 > $' }, 'script.txt'))
  H.eq('touchstone-script', filetype({ ['gen/gen.cpp'] = gen, ['gen/script'] = 'gen 1 > $' }, 'gen/script'))
  H.eq('touchstone-script', filetype({ ['gen.cpp'] = gen, ['all.script'] = '' }, 'all.script'))
  H.eq('touchstone-script', filetype({ ['gen.cpp'] = gen, ['tests.txt'] = 'gen 1 > $' }, 'tests.txt'))
  H.eq('text', filetype({ ['gen.cpp'] = gen, ['tests.txt'] = 'ask Ann for more' }, 'tests.txt'))
  H.eq('text', filetype({ ['main.cpp'] = '', ['script.txt'] = 'gen 1 > $' }, 'script.txt'))
  H.ok(filetype({ ['gen.cpp'] = gen, ['script'] = '#!/bin/sh' }, 'script') ~= 'touchstone-script', 'a program')
end)

H.test('trust is kept, and counts for what is below', function()
  local trust = require('touchstone.trust')
  H.eq(nil, (trust.above('/a/b')))
  H.eq(nil, trust.set('/a', true))
  H.eq(nil, trust.set('/a/b', false))
  H.eq({ '/a/b', false }, { trust.above('/a/b/c') })
  H.eq({ '/a', true }, { trust.above('/a/x') })
  H.eq(nil, (trust.above('/ab')))
  H.eq(nil, trust.set('/a/b', nil))
  H.eq({ '/a', true }, { trust.above('/a/b/c') })
  local path = vim.fs.joinpath(vim.fn.stdpath('state'), 'touchstone', 'trust.json')
  vim.fn.writefile({ '{"/a": "yes", "/c": true' }, path)
  H.eq({}, trust.all(), 'what cannot be read is no trust')
  vim.fn.writefile({ '{"/a": "yes", "/c": true}' }, path)
  H.eq({ ['/c'] = true }, trust.all(), 'only true is true')
  vim.fn.delete(path)
end)

H.test('arguments and completion of the command', function()
  vim.cmd.source(here .. '/plugin/touchstone.lua')
  local commands = require('touchstone.commands')
  H.eq({}, commands.run_options({}))
  H.eq({ solutions = { 'wa_*', 'x' }, tests = { '1?' } }, commands.run_options({ 'wa_*', 'test=1?', 'solution=x' }))
  H.eq(
    { 'cancel', 'explain', 'log', 'matrix', 'restart', 'run', 'test', 'trust' },
    vim.fn.getcompletion('Touchstone ', 'cmdline')
  )
  H.eq({ 'restart', 'run' }, vim.fn.getcompletion('Touchstone r', 'cmdline'))
  H.eq({ 'yes', 'no', 'ask' }, vim.fn.getcompletion('vertical Touchstone trust ', 'cmdline'))
  H.eq({ 'client' }, vim.fn.getcompletion('Touchstone log c', 'cmdline'))
  H.eq({}, vim.fn.getcompletion('Touchstone nothing ', 'cmdline'))
end)

H.test('globs that mean one path', function()
  local literally = require('touchstone.matrix').literally
  H.eq('sols/a.cpp', literally('sols/a.cpp'))
  H.eq('a[*][?][[]1[]].cpp', literally('a*?[1].cpp'))
end)

H.test('what the doctor says', function()
  local said = require('touchstone.server').parse_doctor(
    'C++         g++ 12\nsandbox     full\n            and more\nlog  /x/log\n'
  )
  H.eq(
    { 'C++=g++ 12', 'sandbox=full\nand more', 'log=/x/log' },
    vim.tbl_map(function(one)
      return one.name .. '=' .. one.words
    end, said)
  )
end)

H.test('scripts have colours and comments', function()
  vim.cmd('filetype plugin on | syntax on')
  local dir = folder({ ['gen.cpp'] = '#include "testlib.h"' })
  vim.cmd.edit(vim.fs.joinpath(dir, 'script'))
  vim.api.nvim_buf_set_lines(0, 0, -1, false, {
    '# all of them',
    'gen -n 5 -type "pa ir" > $',
    'graph 100 | shuffle -seed 3 > {5-7}',
    '<#-- group 1 score 10 -->',
    '<#list 1..3 as i> gen ${i} > $ </#list>',
    '  // not this: gen -n 5',
  })
  vim.bo.filetype = 'touchstone-script'
  H.eq('# %s', vim.bo.commentstring)
  vim.cmd('syntax sync fromstart')
  local function group(line, word)
    local at = H.ok(vim.fn.getline(line):find(word, 1, true), word)
    return vim.fn.synIDattr(vim.fn.synID(line, at, 1), 'name')
  end
  H.eq('tsComment', group(1, 'all'))
  H.eq('tsProgram', group(2, 'gen'))
  H.eq('tsOption', group(2, '-n'))
  H.eq('tsNumber', group(2, '5'))
  H.eq('tsString', group(2, 'pa ir'))
  H.eq('tsTarget', group(2, '$'))
  H.eq('tsProgram', group(3, 'graph'))
  H.eq('tsPipe', group(3, '|'))
  H.eq('tsProgram', group(3, 'shuffle'))
  H.eq('tsTarget', group(3, '{5-7}'))
  H.eq('tsGroupMark', group(4, 'group'))
  H.eq('tsKeyword', group(5, '#list'))
  H.eq('tsProgram', group(5, 'gen'))
  H.eq('tsInterpolation', group(5, '${i'))
  H.eq('tsTarget', group(5, '$ <'))
  H.eq('tsComment', group(6, 'gen'))
end)

H.finish()
