-- nvim --clean -c 'luafile tests/tour.lua'      the plugin's commands one after the other in one example; see ../tour.sh
--
-- It runs in a pane of tmux, so that screens are what a person sees. TOUCHSTONE and PROBLEM are as for session.lua; what
-- is said goes to LOG and screens to SCREENS. What is to be seen comes from elsewhere: from the command line's JSON, from
-- the table in EXAMPLES, and from the independent judge's verdicts in VERDICTS. Each part goes on where the one before it
-- ended.
local folder = vim.fs.dirname(vim.fs.abspath(debug.getinfo(1, 'S').source:sub(2)))
-- The screen's own program reads what Neovim writes otherwise.
io.stdout = assert(io.open(vim.env.LOG, 'a')) -- luacheck: ignore
local S = dofile(folder .. '/scene.lua')
local H = S.H
local name = vim.fs.basename(S.dir)

vim.o.termguicolors, vim.o.number, vim.o.signcolumn, vim.o.laststatus = true, true, 'yes', 2
vim.o.shortmess = vim.o.shortmess .. 'I'
vim.o.statusline = ' %t %= %{v:lua.require("touchstone").status()} '
vim.diagnostic.config({ virtual_text = true })

-- What is to be seen -------------------------------------------------------------------------------------------------

local function cli(...)
  local ran = vim.system({ vim.env.TOUCHSTONE, ... }, { text = true, cwd = S.dir }):wait()
  -- 1 says that something was found.
  H.ok(ran.code <= 1, ('touchstone %s: %s'):format(table.concat({ ... }, ' '), ran.stderr))
  return ran.stdout
end
local function json(...)
  local arguments = vim.list_extend({ ... }, { '--format', 'json' })
  return vim.json.decode(cli(unpack(arguments)), { luanil = { object = true } })
end
local function text_at(path)
  local file = assert(io.open(path, 'rb'))
  local text = file:read('*a')
  file:close()
  return text
end

local report = json('check', '.')
local oracle = vim.json.decode(text_at(('%s/%s.expected.json'):format(vim.env.VERDICTS, name)))
--- The example's row in the table of examples.
local row = vim.iter(vim.gsplit(text_at(vim.env.EXAMPLES .. '/README.md'), '\n')):find(function(line)
  return line:find(('^| `[%%w/-]*%s`'):format(vim.pesc(name))) ~= nil
end)
local CORRECT_FAILS = row:lower():match('fails[^%*(]*%*%* %(`([^`]+)`')
local WRONG_PASSES = row:lower():match('passes[^%*(]*%*%* %(`([^`]+)`')
local ids = vim.tbl_map(function(test)
  return test.id
end, report.tests)
S.file = report.problem.main
S.answer = 'Compile and run'
S.wanted = { 'is labelled wrong_answer', 'is its label; move ', 'the proposal is applied', 'the report is in' }
vim.list_extend(S.wanted, { 'there is no finding', 'every wrong solution fails a test', 'what a bug report needs' })

local function ends_with(path, base)
  return vim.fs.basename(path):lower() == base
end
--- Findings of the command line, each in one line.
local function codes_of(findings)
  local all = vim.tbl_map(function(one)
    return ('%s %s:%d %s'):format(one.code, one.path, one.range and one.range.start.line or 0, one.message)
  end, findings)
  table.sort(all)
  return all
end
local function shown_findings()
  local all = {}
  for _, one in ipairs(vim.diagnostic.get()) do
    if one.source == 'touchstone' then
      local path = vim.api.nvim_buf_get_name(one.bufnr):sub(#S.dir + 2)
      all[#all + 1] = ('%s %s:%d %s'):format(one.code, path, one.lnum, one.message)
    end
  end
  table.sort(all)
  return all
end

-- What is seen -------------------------------------------------------------------------------------------------------

local function tmux(...)
  return vim.system({ 'tmux', 'capture-pane', '-t', vim.env.TMUX_PANE, '-p', ... }, { text = true }):wait().stdout
end
--- What Neovim has drawn, line by line.
local function drawn()
  vim.cmd.redraw()
  local lines = {}
  for i = 1, vim.o.lines do
    local cells = {}
    for column = 1, vim.o.columns do
      cells[column] = vim.fn.screenstring(i, column)
    end
    lines[i] = (table.concat(cells):gsub('%s+$', ''))
  end
  return lines
end
local n_screens = 0
--- Keeps a screen once the terminal shows what Neovim has drawn, and returns it.
local function screen(what)
  local lines
  H.wait('the terminal', function()
    lines = drawn()
    local there = vim.split(tmux(), '\n', { plain = true })
    for i, line in ipairs(lines) do
      if ((there[i] or ''):gsub('%s+$', '')) ~= line then
        return false
      end
    end
    return true
  end)
  n_screens = n_screens + 1
  local base = ('%s/%s-%02d-%s'):format(vim.env.SCREENS, name, n_screens, what)
  for ending, text in pairs({ ansi = tmux('-e', '-N'), txt = table.concat(lines, '\n') .. '\n' }) do
    local file = assert(io.open(('%s.%s'):format(base, ending), 'w'))
    file:write(text)
    file:close()
  end
  return table.concat(lines, '\n')
end

local function press(keys)
  vim.api.nvim_feedkeys(vim.keycode(keys), 'x', false)
end
local function command(words)
  vim.cmd('Touchstone ' .. words)
end
--- What a command shows in a window.
local function page(words)
  command(words)
  return S.text_of(H.wait('the window of ' .. words, S.floating))
end
local function to_main()
  S.close_floating()
  vim.cmd('silent only')
  return S.edit(S.file)
end
local function to_matrix()
  S.close_floating()
  vim.cmd('silent only')
  command('matrix')
  S.matrix_buf = vim.api.nvim_get_current_buf()
end
local function save_all()
  vim.cmd('silent wall')
end
--- The line and the column, as for cursors, of each solution's cells in the matrix, in the order of the tests.
local function cells()
  local all = {}
  for i, line in ipairs(vim.api.nvim_buf_get_lines(S.matrix_buf, 0, -1, false)) do
    local path, blanks, rest = line:match('^  (%S+)(%s+)(.*)$')
    if path then
      local letters = rest:match('^(.-)  ') or rest
      local of = {}
      for at = 1, #letters do
        if letters:sub(at, at) ~= ' ' then
          of[#of + 1] = { i, 2 + #path + #blanks + at - 1, letters:sub(at, at) }
        end
      end
      all[path] = { line = line, cells = of }
    end
  end
  return all
end
--- Puts the cursor on a cell, and returns what the bar says of it.
local function on_cell(solution, test)
  for i, id in ipairs(ids) do
    if id == test then
      local cell = cells()[solution].cells[i]
      vim.api.nvim_win_set_cursor(0, { cell[1], cell[2] })
      vim.cmd.doautocmd('CursorMoved')
      return vim.wo.winbar
    end
  end
  error(test .. ' is no test')
end
local function percent(share)
  return share and (('%.1f%%'):format(share * 100):gsub('%.0%%', '%%')) or '–'
end

-- The tour -----------------------------------------------------------------------------------------------------------

H.test(('%s (%s): a file starts the server, and an answer the check'):format(name, report.problem.format), function()
  S.edit(S.file)
  H.wait('the question', function()
    return #S.asked > 0
  end)
  H.has(S.asked[1], 'Do you trust the authors')
  H.wait('the whole check', function()
    return S.is_idle() and S.problem().status.tnr and S.problem().status.tpr
  end)
  H.eq(1, #S.asked, 'questions')
  local status = require('touchstone').status()
  H.has(status, ('TPR %s TNR %s'):format(percent(report.metrics.tpr), percent(report.metrics.tnr)))
  local errors = vim.tbl_filter(function(one)
    return one.severity == 'error'
  end, report.findings)
  H.eq(#errors > 0 and #errors or nil, tonumber(status:match('^(%d+) error')))
  local run = H.wait('the lens', function()
    return S.lens(vim.api.nvim_get_current_buf(), '^▶ run$')
  end)
  H.eq('touchstone.run', run.command.command)
  screen('checked')
end)

H.test('every cell of the matrix is that of the command line and of the other judge', function()
  to_matrix()
  H.wait('the rows', function()
    return cells()[S.file]
  end)
  local all = cells()
  H.eq(#report.solutions, vim.tbl_count(all), 'rows')
  H.eq(#oracle.solutions, vim.tbl_count(all), 'rows')
  local LETTER =
    { SK = '-', AC = '.', PE = 'P', WA = 'W', TLE = 'T', MLE = 'M', RTE = 'R', CE = 'C', OLE = 'O', FAIL = 'F' }
  local n = 0
  for i, path in ipairs(report.matrix.solutions) do
    local of = H.ok(all[path], path)
    H.eq(#ids, #of.cells, path)
    for j, id in ipairs(ids) do
      local verdict = report.matrix.verdicts[i][j]
      H.eq(oracle.tests[j].id, id)
      H.eq(oracle.verdicts[path][j], verdict, path .. ' on ' .. id)
      H.eq(LETTER[verdict], of.cells[j][3], path .. ' on ' .. id)
      H.has(on_cell(path, id), ('%s on test %s: %s'):format(path, id, verdict == 'SK' and 'not run' or verdict))
      n = n + 1
    end
  end
  for _, solution in ipairs(report.solutions) do
    local line = all[solution.path].line
    H.has(line, ' ' .. solution.verdict .. ' ')
    if solution.class == 'false_positive' then
      H.has(line, '✗ false positive')
    elseif solution.class == 'false_negative' then
      H.has(line, '✗ false negative')
    elseif solution.expectation_met then
      H.has(line, '✓')
    end
    -- What the README says of the example.
    local base = vim.fs.basename(solution.path):lower()
    H.eq(base == WRONG_PASSES, solution.class == 'false_positive', solution.path .. ' passes')
    H.eq(base == CORRECT_FAILS, solution.class == 'false_negative', solution.path .. ' fails')
  end
  io.stdout:write(('        %d cells of %d solutions\n'):format(n, #report.solutions))
  local shown = screen('matrix')
  for _, solution in ipairs(report.solutions) do
    -- Whole rows are on the screen, up to their last mark.
    H.has(shown, all[solution.path].line)
  end
end)

H.test('a failing cell shows what the command line says of it', function()
  local looked = {}
  for _, solution in ipairs(report.solutions) do
    local id = solution.first_failed_test
    if id then
      local wanted = json('show', '.', '--test', id, '--solution', solution.path)
      on_cell(solution.path, id)
      press('<CR>')
      local win = H.wait('the window', S.floating)
      local text = S.text_of(win)
      H.has(text, ('%s on test %s: %s'):format(solution.path, id, wanted.verdict))
      H.has(text, wanted.checker or '')
      if wanted.transcript then
        H.has(text, 'conversation')
      end
      local difference = wanted.first_difference
      if type(wanted.expected) == 'string' and wanted.found == '' then
        H.has(text, 'nothing was found')
      elseif difference and type(wanted.found) == 'string' then
        H.has(text, 'expected (-) and found (+)')
        H.has(text, ('line %d, column %d of what was found'):format(difference.line + 1, difference.column + 1))
        local line = vim.split(wanted.found, '\n', { plain = true })[difference.line + 1]
        -- A line of both stands there without a sign where one before it is missing.
        H.ok(text:find('+ ' .. line, 1, true) or text:find('\n  ' .. line, 1, true), line)
      end
      if not looked[wanted.verdict] then
        looked[wanted.verdict] = { solution = solution.path, test = id, wanted = wanted }
        screen('cell-' .. wanted.verdict)
      end
      press('q')
      H.eq(nil, S.floating())
    end
  end
  S.looked = looked
  io.stdout:write(('        %s\n'):format(table.concat(vim.tbl_keys(looked), ', ')))
end)

H.test('a test leads to where it is declared, to a copy of its input, and to a debugger', function()
  local one = S.looked.WA or select(2, next(S.looked))
  local declared = one.wanted.declared
  if declared then
    on_cell(one.solution, one.test)
    press('<CR>')
    H.wait('the window', S.floating)
    press('gd')
    H.eq(S.path(declared.path), vim.api.nvim_buf_get_name(0))
    H.eq(declared.line + 1, vim.fn.line('.'))
    to_matrix()
  end
  on_cell(one.solution, one.test)
  press('<CR>')
  H.wait('the window', S.floating)
  press('e')
  if type(one.wanted.input) == 'string' then
    H.eq(one.wanted.input, table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, true), '\n') .. '\n')
    vim.cmd.close()
  end
  to_matrix()
  local in_cpp = vim.iter(report.solutions):find(function(solution)
    return solution.first_failed_test and vim.endswith(solution.path, '.cpp')
  end)
  if vim.fn.executable('gdb') == 0 or not in_cpp then
    return H.skip('there is no gdb, or nothing for it')
  end
  on_cell(in_cpp.path, in_cpp.first_failed_test)
  press('<CR>')
  H.wait('the window', S.floating)
  press('d')
  H.wait('the debugger', function()
    return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n'):find('Temporary breakpoint 1, ', 1, true)
  end)
  vim.cmd.stopinsert()
  screen('debugger')
  vim.cmd('bwipeout!')
end)

H.test('the findings are those of the command line, and are explained', function()
  to_main()
  H.wait('the findings', function()
    return vim.deep_equal(codes_of(report.findings), shown_findings())
  end)
  local explained = {}
  for _, one in ipairs(report.findings) do
    if not explained[one.code] then
      explained[one.code] = true
      S.edit(one.path)
      -- Neovim asks for them again when a file is read again.
      H.wait('the finding', function()
        return S.find(one.path, one.code)
      end)
      vim.api.nvim_win_set_cursor(0, { one.range.start.line + 1, 0 })
      local text = page('explain')
      -- The meaning, and this finding.
      H.has(text, vim.trim(cli('explain', one.code)))
      H.has(text, one.message)
      screen('explain-' .. one.code)
      S.close_floating()
    end
  end
  if #report.findings == 0 then
    S.hears(function()
      command('findings')
    end, 'there is no finding')
    return
  end
  command('findings')
  H.eq(#report.findings, #vim.fn.getqflist())
  screen('findings')
  vim.cmd.cclose()
end)

H.test('bounds are those of the command line', function()
  to_main()
  local text = page('bounds')
  local table_of = json('bounds', '.').variables
  if #table_of == 0 then
    H.has(text, 'No validator reads a number under a name')
    S.close_floating()
    return H.skip('nothing is said of bounds')
  end
  local n = 0
  for line in vim.gsplit(cli('bounds', '.', '--color', 'never'), '\n') do
    local is_note = line:find(':', 1, true) and not line:find('…', 1, true)
    if line ~= '' and not is_note and not line:find('^%d+ variables? of') and not line:find(' reads$') then
      H.has(text, vim.trim(line))
      n = n + 1
    end
  end
  H.ok(n > #table_of, 'a line for each variable, and one above them')
  for _, variable in ipairs(table_of) do
    if variable.seen then
      H.has(text, ('%s (%s)'):format(variable.seen.greatest, variable.seen.greatest_in))
    end
  end
  io.stdout:write(('        %d variables\n'):format(#table_of))
  screen('bounds')
  press('q')
  H.eq(nil, S.floating())
end)

H.test('the row, the column, a name and everything are judged again by keys and commands', function()
  to_matrix()
  local client = require('touchstone.client')
  local run, asked_for = client.run, nil
  local is_done
  client.run = function(of, options)
    asked_for, is_done = options, false
    run(of, options, function()
      is_done = true
    end)
  end
  local first, last = report.solutions[1].path, ids[#ids]
  for _, one in ipairs({
    { 'r', { solutions = { first } } },
    { 'c', { tests = { last } } },
    { 'R', {} },
    {
      ('run %s test=%s'):format(vim.fs.basename(first), last),
      { solutions = { vim.fs.basename(first) }, tests = { last } },
    },
  }) do
    on_cell(first, last)
    if #one[1] == 1 then
      press(one[1])
    else
      command(one[1])
    end
    H.eq(one[2], asked_for, one[1])
    H.wait('the run of ' .. one[1], function()
      return is_done
    end)
  end
  client.run = run
  H.wait('rest', S.is_idle)
end)

H.test('sanitizers find nothing, and a flaw that is put in', function()
  local bufnr = to_main()
  local before = vim.api.nvim_buf_get_lines(bufnr, 0, -1, false)
  local function flaws()
    return vim.tbl_filter(function(one)
      return one.code == 'undefined-behaviour'
    end, vim.diagnostic.get(bufnr))
  end
  H.eq(codes_of(report.findings), codes_of(json('check', '.', '--sanitize').findings))
  S.after_run(
    function()
      command('sanitize')
    end,
    'its end',
    function()
      return #flaws() == 0
    end
  )
  H.eq(codes_of(report.findings), shown_findings())
  local line
  for i, text in ipairs(before) do
    line = line or text:find('^int main%(') and i
  end
  vim.api.nvim_buf_set_lines(bufnr, line, line, false, { '    volatile int most = 2147483647; most = most + 1;' })
  save_all()
  S.after_run(
    function()
      command('sanitize')
    end,
    'the flaw',
    function()
      return #flaws() > 0
    end
  )
  local wanted = vim.tbl_filter(function(one)
    return one.code == 'undefined-behaviour'
  end, json('check', '.', '--sanitize').findings)
  H.eq(1, #wanted)
  H.eq({ line, wanted[1].range.start.line, wanted[1].message }, { flaws()[1].lnum, line, flaws()[1].message })
  vim.api.nvim_win_set_cursor(0, { line + 1, 4 })
  screen('sanitizers')
  vim.api.nvim_buf_set_lines(bufnr, 0, -1, false, before)
  S.after_run(save_all, 'everything as before', function()
    return vim.deep_equal(codes_of(report.findings), shown_findings())
  end)
end)

H.test('reports of every kind have the verdicts', function()
  to_main()
  local place = vim.fn.tempname()
  vim.fn.mkdir(place, 'p')
  local function written(words, file)
    S.hears(function()
      command(('%s %s/%s'):format(words, place, file))
    end, 'the report is in', file)
    return text_at(place .. '/' .. file)
  end
  local object = vim.json.decode(written('export', 'a.json'), { luanil = { object = true } })
  H.eq(report.matrix.verdicts, object.matrix.verdicts)
  H.eq(codes_of(report.findings), codes_of(object.findings))
  H.eq(object, vim.json.decode(written('report json', 'b.json'), { luanil = { object = true } }))

  local html = written('export', 'a.html')
  local data = vim.json.decode(html:match('<script type="application/json" id="data">(.-)</script>'))[1]
  H.eq(
    vim.tbl_map(function(one)
      return { one.path, one.verdict }
    end, report.solutions),
    vim.tbl_map(function(one)
      return { one.path, one.verdict }
    end, data.solutions)
  )
  -- What is read without scripts.
  local n_rows = select(2, html:gsub('<tr[^>]*><th scope="row">', ''))
  H.ok(n_rows >= #report.solutions, 'rows')

  local read = 'import sys, json, xml.etree.ElementTree as t; '
    .. 'print(json.dumps([[c.get("name"), c.find("failure") is not None] for c in t.parse(sys.argv[1]).iter("testcase")]))'
  written('report junit', 'a.xml')
  local cases = {}
  local parsed = vim.system({ 'python3', '-c', read, place .. '/a.xml' }, { text = true }):wait()
  for _, case in ipairs(vim.json.decode(parsed.stdout)) do
    cases[case[1]] = case[2]
  end
  for _, solution in ipairs(report.solutions) do
    H.eq(solution.expectation_met == false, cases[solution.path], solution.path)
  end

  local results = vim.json.decode(written('report sarif', 'a.sarif')).runs[1].results
  local function codes(list, field)
    local all = vim.tbl_map(function(one)
      return one[field]
    end, list)
    table.sort(all)
    return all
  end
  H.eq(codes(report.findings, 'code'), codes(results, 'ruleId'))

  local markdown = written('report markdown', 'a.md')
  for _, solution in ipairs(report.solutions) do
    H.ok(markdown:find(('\n| `%s` |[^\n]*| `%s` |'):format(vim.pesc(solution.path), solution.verdict)), solution.path)
  end
end)

H.test('probes, mutants and the smallest suite are those of the command line', function()
  to_main()
  local suite = json('minimize', '.')
  local text = page('minimize')
  H.has(text, ('# %d of %d tests show every verdict'):format(#suite.kept, #ids))
  for _, test in ipairs(suite.kept) do
    H.has(text, ('- `%s`: '):format(test.id))
  end
  screen('minimize')
  S.close_floating()

  local mutants = json('mutate', '.', '--most', '12', '--budget', '0s').mutants
  local failed = vim.tbl_filter(function(one)
    return one.state == 'failed'
  end, mutants)
  text = page('mutate most=12 seconds=0')
  H.has(text, ('The suite fails %d of %d mutants of %s'):format(#failed, #mutants, S.file))
  screen('mutants')
  S.close_floating()

  local missed = json('probe', '.', '--budget', '10s').missed
  text = page('probe seconds=10')
  H.eq(#missed == 0, text:find('Nothing was let through', 1, true) ~= nil)
  screen('probes')
  S.close_floating()
end)

H.test('the list of problems has its numbers', function()
  to_main()
  command('problems')
  local metrics = report.metrics
  local words = ('S+ %2d  S- %2d  TPR %5s  TNR %5s'):format(
    metrics.correct.labelled,
    metrics.wrong.labelled,
    percent(metrics.tpr),
    percent(metrics.tnr)
  )
  H.wait('the line ' .. words, function()
    return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n'):find(words, 1, true)
  end)
  screen('problems')
  press('q')
end)

H.test('limits are measured, and set where every correct solution is right', function()
  local failing = vim.iter(report.solutions):find(function(solution)
    return solution.class == 'false_negative'
  end)
  local measured = json('calibrate', '.', '--runs', '1', '--growth-seconds', '0')
  to_main()
  local function limits()
    local text = page('calibrate runs=1 growth_seconds=0')
    H.has(text, ('now %d ms (%s)'):format(report.problem.time_limit_ms, report.problem.limits_source))
    -- The README: every limit is one second.
    H.eq(1000, report.problem.time_limit_ms)
    return text
  end
  local text = limits()
  for _, one in ipairs(measured.solutions) do
    H.ok(text:find(('\n%-8s  %s '):format(one.label, vim.pesc(one.path))), one.path)
    if one.why then
      H.has(text, ('%s: %s'):format(one.path, one.why))
    end
  end
  screen('limits')
  if failing then
    H.has(text, 'nothing suggested, since not every correct solution was measured')
    S.close_floating()
    local words = S.hears(function()
      command('label wrong_answer ' .. failing.path)
    end, failing.path)
    local from, to = words:match('move (%S+) to (%S+)')
    S.after_run(
      function()
        if from then
          -- What it says is done, as a person does it, and the server hears of it.
          H.ok(vim.uv.fs_rename(S.path(from), S.path(to)))
        else
          H.has(words, 'is labelled wrong_answer')
          save_all()
        end
      end,
      'the label',
      function()
        return not vim.iter(shown_findings()):any(function(one)
          return vim.startswith(one, 'correct-solution-fails')
        end)
      end
    )
    H.eq({}, json('check', '.').metrics.false_negatives)
    to_main()
    text = limits()
    screen('limits-labelled')
  end
  local limit = tonumber(text:match('time limit +(%d+) ms suggested'))
  if not limit then
    -- The machine was too busy to measure.
    H.has(text, 'no limit follows')
    S.close_floating()
    return H.skip('no limit follows')
  end
  if text:find('are not written into', 1, true) then
    H.has(text, ('are not written into %s'):format(report.problem.limits_source))
    H.has(vim.inspect(vim.api.nvim_win_get_config(S.floating()).title), 'limits: q close')
    return
  end
  S.hears(function()
    press('a')
  end, 'the proposal is applied')
  S.after_run(save_all, 'the check', function()
    return true
  end)
  local now = json('check', '.', '--solution', vim.fs.basename(S.file)).problem
  H.eq({ limit, tonumber(text:match('memory limit +(%d+) MB suggested')) }, { now.time_limit_ms, now.memory_limit_mb })
  io.stdout:write(('        %d ms, in %s\n'):format(limit, now.limits_source))
  vim.cmd('silent bufdo earlier 1f')
  S.after_run(save_all, 'the check', function()
    return true
  end)
end)

H.test('a search without a model finds a test for what passes, and adds it', function()
  to_main()
  if not WRONG_PASSES then
    command('hack engine=offline seconds=5')
    local n_before = #S.said
    H.wait('an answer', function()
      return S.floating() or #S.said > n_before
    end)
    if S.floating() then
      -- One of which nothing is expected passes, and a test that fails it is looked for.
      H.has(S.text_of(S.floating()), '# No test was found that fails a solution')
    else
      H.has(S.said[#S.said], 'every wrong solution fails a test already')
    end
    return
  end
  local text = page('hack engine=offline seconds=20')
  local path = vim.iter(report.solutions):find(function(solution)
    return ends_with(solution.path, WRONG_PASSES)
  end).path
  H.has(text, ('fails `%s` with **'):format(path))
  screen('hack')
  S.hears(function()
    press('a')
  end, 'the proposal is applied')
  S.after_run(save_all, 'the check', function()
    return not vim.iter(shown_findings()):any(function(one)
      return vim.startswith(one, 'wrong-solution-passes')
    end)
  end)
  H.eq({}, json('check', '.').metrics.false_positives)
  to_matrix()
  H.wait('the row', function()
    local of = cells()[path]
    return #of.cells == #ids + 1 and of.line:find('✓', 1, true)
  end)
  screen('hacked')
end)

H.test('health, log and bundle', function()
  to_main()
  vim.cmd('checkhealth touchstone')
  local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
  H.has(text, S.dir)
  H.ok(not text:find('❌ ERROR', 1, true), text)
  vim.cmd.bwipeout()
  command('log')
  H.ok(vim.api.nvim_buf_get_name(0):find('touchstone/log/lsp', 1, true), 'the log')
  vim.cmd.close()
  local file = vim.fn.tempname()
  S.hears(function()
    command('bundle ' .. file)
  end, 'what a bug report needs')
  H.has(text_at(file), 'sandbox')
end)

H.test('what is under way is stopped, and the server starts again', function()
  to_main()
  command('mutate seconds=60')
  H.wait('its progress', function()
    local last = S.progress[#S.progress]
    return last and last.kind ~= 'end'
  end)
  command('cancel')
  H.wait('its end', function()
    return S.progress[#S.progress].kind == 'end' and S.is_idle()
  end)
  H.eq(nil, S.floating())
  local before = S.client().id
  command('restart')
  H.wait('another server', function()
    return S.client() and S.client().initialized and S.client().id ~= before
  end)
  H.wait('the check', function()
    return S.is_idle() and S.problem().status.tnr
  end)
  H.eq(1, #S.asked, 'the answer was kept')
end)

H.test('no message was for nothing', function()
  H.eq(
    {},
    vim.tbl_filter(function(words)
      return not vim.iter(S.wanted):any(function(part)
        return words:find(part, 1, true) ~= nil
      end)
    end, S.said)
  )
end)

H.finish()
