-- nvim --headless --clean -l tests/unit.lua      the plugin's own logic, without a server
local here = vim.fs.dirname(vim.fs.dirname(vim.fs.abspath(debug.getinfo(1, 'S').source:sub(2))))
vim.opt.runtimepath:prepend(here)
vim.o.swapfile = false
local H = dofile(here .. '/tests/harness.lua')
local model = require('touchstone.model')
local diff = require('touchstone.diff')

assert(loadfile(here .. '/tests/unit-matrix.lua'))(H)

local function signs(expected, found)
  local all = diff.compare(diff.lines(expected), diff.lines(found))
  return table.concat(
    vim.tbl_map(function(one)
      return one.sign .. one.text
    end, all),
    '|'
  )
end

local function listed(name, of)
  return vim.tbl_extend('force', {
    uri = 'file:///c/' .. name,
    name = name,
    listed = true,
    found = true,
    format = 'icpc',
    health = 'ok',
    busy = false,
    message = 'nothing found',
    errors = 0,
  }, of or {})
end

H.test('the problems of a contest', function()
  local page = require('touchstone.problems').page({
    {
      uri = 'file:///c',
      name = 'Spring',
      file = 'file:///c/problems.yaml',
      messages = { 'there is no folder gone' },
      problems = {
        listed(
          'two',
          { label = 'A', health = 'error', message = '1 error', correct = 2, wrong = 3, tpr = 1, tnr = 2 / 3 }
        ),
        listed('one', { label = 'B', busy = true, file = 'file:///c/one/sol.c' }),
        listed(
          'gone',
          { label = 'C', found = false, health = 'error', message = 'there is no problem in this folder' }
        ),
      },
    },
    { name = 'Other problems', messages = {}, problems = { listed('x', { listed = false, format = nil }) } },
  })
  H.eq({
    'Spring',
    '  A  two   icpc     S+  2  S-  3  TPR  100%  TNR 66.7%  1 error',
    '  B  one   icpc     S+  -  S-  -  TPR     -  TNR     -  running …',
    '  C  gone  there is no problem in this folder',
    '  ! there is no folder gone',
    '',
    'Other problems',
    '     x     icpc     S+  -  S-  -  TPR     -  TNR     -  nothing found',
  }, page.lines)
  H.eq('one', page.rows[3].name)
  H.eq('Spring', page.heads[1].name)
  local list = 'file:///c/problems.yaml'
  H.eq({ list, list, 'file:///c/one/sol.c', list, list }, page.files)
  H.eq({ 'No server knows of a problem; open a file of one.' }, require('touchstone.problems').page({}).lines)
end)

H.test('a list names a folder', function()
  local lists = require('touchstone.root').lists
  H.ok(lists('problems:\n  - id: one\n    label: A\n', 'one'))
  H.ok(lists('- label: A\n  short-name: "one" # the first\n', 'one'))
  H.ok(lists('problems:\n- one\n- two/\n', 'two'))
  H.ok(lists('problems:\n  - short_name: A\n    path: ./one\n', 'one'))
  H.ok(not lists('name: one\nproblems:\n- id: another\n', 'one'))
  H.ok(not lists('problems:\n- id: one-more\n', 'one'))
end)

H.test('a contest around a problem', function()
  local root = require('touchstone.root')
  local dir = vim.fn.tempname()
  vim.fn.mkdir(dir .. '/one', 'p')
  H.eq(nil, root.contest(dir .. '/one'))
  vim.fn.writefile({ '- id: two', '  label: A' }, dir .. '/problems.yaml')
  H.eq(nil, root.contest(dir .. '/one'), 'it lists others')
  vim.fn.writefile({ 'problems:', '- short-name: one', '  letter: A' }, dir .. '/problemset.yaml')
  H.eq(dir, root.contest(dir .. '/one'))
  H.eq(nil, root.listed_by(dir .. '/problemset.yaml'), 'the folder is no problem')
  vim.fn.writefile({}, dir .. '/one/touchstone.toml')
  H.eq(dir, root.listed_by(dir .. '/problemset.yaml'))
  H.eq(nil, root.listed_by(dir .. '/problems.yaml'), 'its problem is elsewhere')
  H.eq(nil, root.listed_by(dir .. '/one/touchstone.toml'), 'that is no list')
end)

H.test('statements by their names and folders', function()
  local root = require('touchstone.root')
  for _, path in ipairs({ '/p/statement.md', '/p/Problem-en.tex', '/p/README.md', '/p/statements/english/x.tex' }) do
    H.ok(root.is_statement(path), path)
  end
  for _, path in ipairs({ '/p/notes.md', '/p/my-statement.md', '/p/docs/editorial.tex' }) do
    H.ok(not root.is_statement(path), path)
  end
end)

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

H.test('a page about a test with a difference far behind and an input that is rejected', function()
  local page = diff.page('7', 'wa.cpp', {
    input = '0\n',
    input_place = { line = 0, column = 0 },
    validator = 'FAIL 0 is too small',
    expected = { head = '1\n', bytes = 70000, around = { line = 20000, text = '5\n6\n' } },
    found = { head = '1\n', bytes = 70000, around = { line = 20000, text = '5\n7\n' } },
    first_difference = { line = 20001, column = 0 },
    verdict = 'WA',
    time_ms = 12,
    memory_kb = 2048,
    limits = { time_ms = 2000, memory_kb = 262144 },
  })
  H.has(page.lines, 'validator: FAIL 0 is too small')
  H.has(page.lines, '12 ms, 2.0 MB (limits: 2000 ms, 256 MB)')
  H.has(page.lines, 'found from line 20001 on')
  H.has(page.lines, '7')
end)

H.test('files that a proposal makes end as it says', function()
  local place = vim.fn.tempname()
  vim.fn.mkdir(place, 'p')
  local changes, wanted = {}, { ['1.in'] = '2 2\n1 2\n', ['2.in'] = '1', ['3.in'] = '1\n\n', ['4.in'] = '\n' }
  for name, text in pairs(wanted) do
    local uri = vim.uri_from_fname(place .. '/' .. name)
    local start = { line = 0, character = 0 }
    changes[#changes + 1] = { kind = 'create', uri = uri }
    changes[#changes + 1] = {
      textDocument = { uri = uri },
      edits = { { range = { start = start, ['end'] = start }, newText = text } },
    }
  end
  require('touchstone.proposals').apply({ documentChanges = changes }, 'utf-16')
  vim.cmd('silent wall')
  for name, text in pairs(wanted) do
    H.eq(text, vim.fn.readblob(place .. '/' .. name), name)
  end
end)

H.test('tables of a page are columns', function()
  H.eq(
    {
      '# Bounds',
      '',
      '       statement  options',
      '    n  1 … 9',
      '    m             gen -a: 1|2, `x`',
      '',
      '- more',
    },
    require('touchstone.view').aligned({
      '# Bounds',
      '',
      '| | statement | options |',
      '|---|---|---|',
      '| `n` | `1 … 9` | |',
      '| `m` | | `` gen -a: 1\\|2, `x` `` |',
      '',
      '- more',
    })
  )
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
  page = diff.page('1', 's.py', { input = '', verdict = 'RTE', stderr = 'assertion failed\n' })
  H.has(table.concat(page.lines, '\n'), 'assertion failed')
  page = diff.page('1', 's.py', { input = '', verdict = 'SK', transcript = '> 1\n< 2\n' })
  local right = (' '):rep(40)
  H.has(page.lines, 'conversation\nsolution' .. (' '):rep(32) .. 'interactor\n1\n' .. right .. '2')
  H.has(page.lines, 'input\n(empty)')
  page = diff.page('1', 's.py', { verdict = 'WA', time_ms = 15.4, memory_kb = 2048, made_by = 'gen 1' })
  H.has(page.lines, '15 ms, 2.0 MB\nmade by gen 1')
  H.eq('s.py on test 1: not run', diff.page('1', 's.py', {}).lines[1])
  page = diff.page('1', 's.py', {
    expected = '1\n',
    found = '',
    first_difference = { line = 0, column = 0 },
    verdict = 'TLE',
  })
  H.eq({ 's.py on test 1: TLE', '', 'expected (-), and nothing was found', '- 1' }, page.lines)
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
  config, wrong = check({ api_key = { 'pass', 'show' } })
  H.eq({ { 'pass', 'show' }, {} }, { config.api_key, wrong })
  H.has(select(2, check({ api_key = 'sk-1' })), 'vim.g.touchstone.api_key must be a function or a table, not a string')
end)

H.test('keys are those of an address', function()
  local keys = require('touchstone.keys')
  local of = 'https://api.example.com'
  H.eq(vim.NIL, keys.answer({ origin = of }))
  vim.g.touchstone = { api_key = { 'echo', 'key', 'of' } }
  H.eq({ key = 'key of https://api.example.com' }, keys.answer({ origin = of }))
  vim.g.touchstone = { api_key = { 'false' } }
  H.has(select(2, keys.find(of)), '`false` ends with code 1')
  vim.g.touchstone = {
    api_key = function(origin)
      return origin == of and 'mine' or nil
    end,
  }
  H.eq({ key = 'mine' }, keys.answer({ origin = of }))
  H.eq(vim.NIL, keys.answer({ origin = 'https://elsewhere.example.com' }))
  vim.g.touchstone = nil
end)

H.test('the model of a function answers in parts, and may be stopped', function()
  local own = require('touchstone.own_model')
  local said, stopped = {}, false
  local get = vim.lsp.get_client_by_id
  vim.lsp.get_client_by_id = function()
    return {
      notify = function(_, method, params)
        said[#said + 1] = { method, params }
      end,
    }
  end
  local function ask(id)
    own.on_request({ id = id, text = 'why?' }, { client_id = 1 })
  end
  ask(1)
  H.has(said[1][2].error, 'vim.g.touchstone.model is not set')
  vim.g.touchstone = {
    model = function(text, part, done)
      part(text .. ' so')
      done()
      return function()
        stopped = true
      end
    end,
  }
  local params = { capabilities = { experimental = { touchstone = { apiKey = true } } } }
  own.announce(params)
  H.has(params.capabilities.experimental.touchstone.model, 'vim.g.touchstone.model')
  ask(2)
  vim.wait(1000, function()
    return #said == 3
  end)
  H.eq({ 'touchstone/modelPart', { id = 2, text = 'why? so' } }, said[2])
  H.eq({ 'touchstone/modelEnd', { id = 2 } }, said[3])
  ask(3)
  own.on_cancel({ id = 3 }, { client_id = 1 })
  H.eq(true, stopped)
  vim.wait(50)
  H.eq(3, #said)
  stopped = false
  ask(4)
  own.on_exit(2)
  H.eq(false, stopped)
  own.on_exit(1)
  H.eq(true, stopped)
  vim.lsp.get_client_by_id = get
  vim.g.touchstone = nil
end)

H.test('proposals: a file that changed, or came, since is seen', function()
  local proposals = require('touchstone.proposals')
  local folder = vim.fn.tempname()
  vim.fn.mkdir(folder)
  local function write(name, text)
    local file = assert(io.open(folder .. '/' .. name, 'wb'))
    file:write(text)
    file:close()
  end
  local function uri(name)
    return vim.uri_from_fname(folder .. '/' .. name)
  end
  write('script.txt', 'gen 1\n')
  local edit = {
    documentChanges = {
      { kind = 'create', uri = uri('new.cpp') },
      { textDocument = { uri = uri('new.cpp') }, edits = {} },
      { textDocument = { uri = uri('script.txt') }, edits = {} },
    },
  }
  local before = proposals.texts(edit)
  H.eq(nil, proposals.changed(before, edit))
  write('script.txt', 'gen 2\n')
  H.eq('script.txt', proposals.changed(before, edit))
  write('script.txt', 'gen 1\n')
  write('new.cpp', '')
  H.eq('new.cpp', proposals.changed(before, edit))
end)

H.test('proposals: options, and edits that were agreed to', function()
  local proposals = require('touchstone.proposals')
  H.eq(
    { { rounds = 2, max_calls = 5, method = 'hardtestgen', all = true, anyway = false }, { 'validator' } },
    { proposals.options({ 'rounds=2', 'validator', 'max-calls=5', 'method=hardtestgen', 'all=true', 'anyway=false' }) }
  )
  local edit = {
    changeAnnotations = { a = { label = 'x', needsConfirmation = true } },
    documentChanges = {
      { kind = 'create', uri = 'file:///a', annotationId = 'a' },
      { textDocument = { uri = 'file:///a' }, edits = { { newText = 'x', annotationId = 'a' } } },
    },
  }
  local agreed = proposals.agreed(edit)
  H.eq(nil, agreed.changeAnnotations)
  H.eq({ kind = 'create', uri = 'file:///a' }, agreed.documentChanges[1])
  H.eq({ { newText = 'x' } }, agreed.documentChanges[2].edits)
  H.eq(0, agreed.documentChanges[2].textDocument.version)
  H.ok(edit.changeAnnotations, 'the edit itself stays')
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
  H.eq('.', found({ ['info.toml'] = '[[tests]]', ['sol/correct.cpp'] = '' }, 'info.toml'))
  H.eq('.', found({ ['problem.json'] = '{}', ['gen/data'] = '' }, 'gen/data'))
  H.eq('.', found({ ['config.yml'] = '', ['prog/a.cpp'] = '' }, 'config.yml'))
  H.eq('.', found({ ['testdata/config.yaml'] = '' }, 'testdata/config.yaml'))
  H.eq(nil, found({ ['info.toml'] = '[package]' }, 'info.toml'), 'others have such a file, too')
  H.eq(nil, found({ ['problem.json'] = '{}', ['config.yml'] = '' }, 'config.yml'), 'nothing of a problem beside it')
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
  H.eq('touchstone-script', filetype({ ['problem.json'] = '{}', ['gen/data'] = '@subtask a' }, 'gen/data'))
  local rbx = { ['problem.rbx.yml'] = 'generatorScript: plan/all.txt', ['plan/all.txt'] = 'gen 1', ['a.txt'] = '' }
  H.eq('touchstone-script', filetype(rbx, 'plan/all.txt'))
  H.eq('text', filetype(rbx, 'a.txt'))
  H.eq('touchstone-script', filetype({ ['gen.cpp'] = gen, ['all.script'] = '' }, 'all.script'))
  H.eq('touchstone-script', filetype({ ['gen.cpp'] = gen, ['tests.txt'] = 'gen 1 > $' }, 'tests.txt'))
  H.eq('text', filetype({ ['gen.cpp'] = gen, ['tests.txt'] = 'ask Ann for more' }, 'tests.txt'))
  H.eq('text', filetype({ ['main.cpp'] = '', ['script.txt'] = 'gen 1 > $' }, 'script.txt'))
  H.ok(filetype({ ['gen.cpp'] = gen, ['script'] = '#!/bin/sh' }, 'script') ~= 'touchstone-script', 'a program')
  H.eq('checktestdata', filetype({ ['problem.yaml'] = '', ['input_validators/v.ctd'] = '' }, 'input_validators/v.ctd'))
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
  local state = vim.fs.dirname(path)
  vim.fn.delete(state, 'rf')
  vim.fn.writefile({ 'no folder' }, state)
  H.has(trust.set('/a', true), 'touchstone')
  H.eq({}, trust.all())
  vim.fn.delete(state)
end)

H.test('a server that is not there is named', function()
  vim.cmd.source(here .. '/plugin/touchstone.lua')
  local said = {}
  local notify = vim.notify
  vim.notify = function(words)
    said[#said + 1] = words
  end
  vim.lsp.config('touchstone', { cmd = { '/nowhere/touchstone', 'lsp' } })
  vim.cmd('Touchstone matrix')
  vim.cmd('Touchstone restart')
  vim.cmd('Touchstone new ' .. vim.fn.tempname())
  vim.notify = notify
  H.eq(3, #said)
  for _, words in ipairs(said) do
    H.has(words, '/nowhere/touchstone')
  end
end)

H.test('`enable` may come from a function', function()
  local out = vim
    .system({
      vim.v.progpath,
      '--headless',
      '--clean',
      '--cmd',
      'lua vim.g.touchstone = function() return { enable = false } end',
      '-c',
      'source ' .. vim.fn.fnameescape(here .. '/plugin/touchstone.lua'),
      '-c',
      'lua io.stdout:write(tostring(next(vim.lsp._enabled_configs) == nil))',
      '-c',
      'qa!',
    }, { text = true })
    :wait()
  H.eq('true', out.stdout)
end)

H.test('arguments and completion of the command', function()
  vim.cmd.source(here .. '/plugin/touchstone.lua')
  local commands = require('touchstone.subcommands')
  H.eq({}, commands.run_options({}))
  H.eq({ solutions = { 'wa_*', 'x' }, tests = { '1?' } }, commands.run_options({ 'wa_*', 'test=1?', 'solution=x' }))
  H.eq(
    vim.split(
      'bounds bundle calibrate cancel clear explain export findings fix hack label log matrix minimize mutate new probe problems '
        .. 'promote report restart run sanitize test trust write',
      ' '
    ),
    vim.fn.getcompletion('Touchstone ', 'cmdline')
  )
  H.eq({ solutions = { 'a[*].cpp' } }, commands.run_options({ '%' }, 'a*.cpp'))
  H.eq({ 'wrong_answer' }, vim.fn.getcompletion('Touchstone label wr', 'cmdline'))
  local dir = vim.fn.tempname()
  vim.fn.mkdir(dir .. '/my reports', 'p')
  H.eq({ dir .. '/my\\ reports/' }, vim.fn.getcompletion('Touchstone! export ' .. dir .. '/m', 'cmdline'))
  H.eq({ 'report', 'restart', 'run' }, vim.fn.getcompletion('Touchstone r', 'cmdline'))
  H.eq({ 'junit' }, vim.fn.getcompletion('Touchstone report ju', 'cmdline'))
  H.eq({ dir .. '/my\\ reports/' }, vim.fn.getcompletion('Touchstone report html ' .. dir .. '/m', 'cmdline'))
  H.eq({ 'seconds=' }, vim.fn.getcompletion('Touchstone probe ', 'cmdline'))
  H.eq({ 'most=' }, vim.fn.getcompletion('Touchstone mutate sol.cpp m', 'cmdline'))
  H.eq({ 'yes', 'no', 'ask' }, vim.fn.getcompletion('vertical Touchstone trust ', 'cmdline'))
  H.eq({ 'client' }, vim.fn.getcompletion('Touchstone log c', 'cmdline'))
  H.eq({}, vim.fn.getcompletion('Touchstone nothing ', 'cmdline'))
end)

H.test('globs that mean one path', function()
  local literally = model.literally
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

H.test('programs in checktestdata have colours and comments', function()
  vim.cmd('filetype plugin on | syntax on')
  local dir = folder({ ['problem.yaml'] = '' })
  vim.cmd.edit(vim.fs.joinpath(dir, 'v.ctd'))
  vim.api.nvim_buf_set_lines(0, 0, -1, false, {
    'REPI(i1, 10, SPACE) # INT',
    [[FLOAT(-.5,1e-3,x[n],FIXED) STRING("a \"#\n\012\d") END]],
    'ASSERT(!ISEOF && a!=b) INTEGER',
    'STRING("open',
    'END")',
  })
  vim.bo.filetype = 'checktestdata'
  H.eq('# %s', vim.bo.commentstring)
  vim.cmd('syntax sync fromstart')
  local function group(line, word)
    local at = H.ok(vim.fn.getline(line):find(word, 1, true), word)
    return vim.fn.synIDattr(vim.fn.synID(line, at, 1), 'name')
  end
  H.eq('ctdRepeat', group(1, 'REPI'))
  H.eq('ctdVariable', group(1, 'i1'))
  H.eq('ctdNumber', group(1, '10'))
  H.eq('ctdCommand', group(1, 'SPACE'))
  H.eq('ctdComment', group(1, 'INT'))
  H.eq('ctdCommand', group(2, 'FLOAT'))
  H.eq('ctdOperator', group(2, '-'))
  H.eq('ctdNumber', group(2, '.5'))
  H.eq('ctdNumber', group(2, '1e-3'))
  H.eq('ctdOption', group(2, 'FIXED'))
  H.eq('ctdEscape', group(2, '\\"'))
  H.eq('ctdString', group(2, '#'))
  H.eq('ctdEscape', group(2, '\\012'))
  H.eq('ctdString', group(2, '\\d'))
  H.eq('ctdRepeat', group(2, 'END'))
  H.eq('ctdFunction', group(3, 'ISEOF'))
  H.eq('ctdOperator', group(3, '!='))
  H.eq('ctdUnknown', group(3, 'INTEGER'))
  H.eq('ctdString', group(5, 'END'), 'strings go over lines')
end)

H.test('the colours know the words of the server', function()
  local groups = {
    Command = 'ctdCommand',
    Block = 'ctdRepeat',
    BlockEnd = 'ctdRepeat',
    Test = 'ctdFunction',
    Function = 'ctdFunction',
    Notation = 'ctdOption',
  }
  local path = vim.fs.joinpath(here, '..', '..', 'server', 'crates', 'checktestdata', 'src', 'vocabulary.rs')
  local source = table.concat(vim.fn.readfile(path), '\n')
  local known = vim.fn.readfile(vim.fs.joinpath(here, 'syntax', 'checktestdata.vim'))
  local n = 0
  for word, role in source:gmatch('"(%u+)",%s*Role::(%a+)') do
    n = n + 1
    local group = groups[role]
    H.ok(
      vim.iter(known):any(function(line)
        return vim.startswith(line, 'syn keyword ' .. group .. ' ') and (line .. ' '):find(' ' .. word .. ' ', 1, true)
      end),
      word
    )
  end
  H.ok(n > 20)
end)

H.finish()
