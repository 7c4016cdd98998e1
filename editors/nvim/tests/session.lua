-- nvim --headless --clean -l tests/session.lua      a real server in a copy of an example problem
--
-- TOUCHSTONE is the server's program, PROBLEM the folder of the copy; XDG_STATE_HOME must be one of the test's own.
local here = vim.fs.dirname(vim.fs.dirname(vim.fs.abspath(debug.getinfo(1, 'S').source:sub(2))))
local H = dofile(here .. '/tests/harness.lua')
local problem_dir = assert(vim.uv.fs_realpath(vim.env.PROBLEM))
assert(vim.env.XDG_STATE_HOME, 'XDG_STATE_HOME must be set')
vim.opt.runtimepath:prepend(here)
vim.o.swapfile = false
vim.o.hidden = true

local said, asked, answer = {}, {}, nil
vim.notify = function(words)
  said[#said + 1] = words
end
vim.ui.select = function(items, options, choose)
  asked[#asked + 1] = options.prompt
  choose(answer and vim.iter(items):find(function(item)
    return item.title == answer
  end))
end
local progress, statuses, changes = {}, {}, 0
vim.api.nvim_create_autocmd('LspProgress', {
  callback = function(event)
    progress[#progress + 1] = event.data.params.value
  end,
})
vim.api.nvim_create_autocmd('User', {
  pattern = 'TouchstoneStatus',
  callback = function(event)
    statuses[#statuses + 1] = event.data
  end,
})
vim.api.nvim_create_autocmd('User', {
  pattern = 'TouchstoneMatrixChanged',
  callback = function()
    changes = changes + 1
  end,
})

vim.lsp.config('touchstone', { cmd = { vim.env.TOUCHSTONE, 'lsp' } })
vim.cmd('filetype plugin on | syntax on')
vim.cmd.source(here .. '/plugin/touchstone.lua')
vim.cmd.source(here .. '/ftdetect/touchstone.lua')
H.eq(nil, package.loaded['touchstone.client'], 'nothing is loaded before it is used')

local function path(name)
  return vim.fs.joinpath(problem_dir, name)
end
local function edit(name)
  vim.cmd.edit(path(name))
  return vim.api.nvim_get_current_buf()
end
local function client()
  return vim.lsp.get_clients({ name = 'touchstone' })[1]
end
local function problem()
  return require('touchstone').problem(vim.fn.bufnr(path('val.cpp')))
end
local function diagnostics(name)
  local bufnr = vim.fn.bufnr(path(name))
  return bufnr == -1 and {} or vim.diagnostic.get(bufnr)
end
local function find(name, code)
  return vim.iter(diagnostics(name)):find(function(one)
    return one.code == code
  end)
end
local function is_idle()
  local it = problem()
  return it and it.status and not it.status.busy and it.status.message ~= 'not checked yet'
end
--- Waits for what a run is to show.
local function after_run(action, what, condition)
  action()
  vim.wait(100) -- A save causes its run 50 ms later.
  return H.wait(what, function()
    return is_idle() and condition()
  end)
end
local function replace(bufnr, from, to)
  local lines = vim.api.nvim_buf_get_lines(bufnr, 0, -1, false)
  for i, line in ipairs(lines) do
    local at = line:find(from, 1, true)
    if at then
      local new = line:sub(1, at - 1) .. to .. line:sub(at + #from)
      vim.api.nvim_buf_set_lines(bufnr, i - 1, i, false, { new })
      return i - 1
    end
  end
  error(from .. ' is not there')
end
local function save(bufnr)
  vim.api.nvim_buf_call(bufnr, function()
    vim.cmd('silent write')
  end)
end
local function lenses(bufnr)
  local all = vim.fn.has('nvim-0.12') == 1 and vim.lsp.codelens.get({ bufnr = bufnr }) or vim.lsp.codelens.get(bufnr)
  return vim.tbl_map(function(one)
    return one.lens or one
  end, all)
end
local function lens(bufnr, pattern)
  return vim.iter(lenses(bufnr)):find(function(one)
    return one.command.title:find(pattern) ~= nil
  end)
end
local function floating()
  return vim.iter(vim.api.nvim_list_wins()):find(function(win)
    return vim.api.nvim_win_get_config(win).relative ~= ''
  end)
end
local function text_of(win)
  return table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(win), 0, -1, false), '\n')
end
local function close_floating()
  local win = floating()
  if win then
    vim.api.nvim_win_close(win, true)
  end
end

local val, matrix_buf

-- What is told when something is waited for in vain.
H.scene = function()
  local it = problem() or {}
  local lines = matrix_buf and vim.api.nvim_buf_get_lines(matrix_buf, 0, -1, false) or {}
  return vim.inspect({ status = it.status, generation = (it.matrix or {}).generation, matrix = lines, said = said })
end

H.test('an ordinary C++ file starts nothing', function()
  local dir = vim.fn.tempname() .. '/some/where'
  vim.fn.mkdir(dir, 'p')
  vim.fn.writefile({ 'int main() {}' }, dir .. '/main.cpp')
  vim.cmd.edit(dir .. '/main.cpp')
  vim.wait(300)
  H.eq({}, vim.lsp.get_clients())
end)

H.test('a file of a problem starts the server, which asks for trust', function()
  val = edit('val.cpp')
  H.wait('the client', function()
    return client() and client().initialized
  end, 20000)
  H.eq(problem_dir, client().root_dir)
  H.wait('the question', function()
    return #asked > 0
  end, 20000)
  H.has(asked[1], 'Do you trust the authors')
end)

H.test('without an answer nothing is run', function()
  H.wait('the status', function()
    return problem() and problem().status
  end, 20000)
  H.has(problem().status.message, 'until this folder is trusted')
  H.has(require('touchstone').status(val), 'until this folder is trusted')
  vim.cmd('Touchstone run')
  H.wait('the refusal', function()
    return vim.iter(said):find(function(words)
      return words:find('until it is trusted', 1, true) and words:find(':Touchstone trust', 1, true)
    end)
  end, 20000)
  vim.wait(500)
  H.eq(false, problem().status.busy)
  local run = H.wait('the lens', function()
    return lens(val, 'run')
  end, 20000)
  H.eq('▶ run (not while the folder is not trusted)', run.command.title)
end)

H.test(':Touchstone trust is kept and starts the run', function()
  local before = client().id
  vim.cmd('Touchstone trust')
  H.wait('another server', function()
    return client() and client().initialized and client().id ~= before
  end, 20000)
  H.eq({ [problem_dir] = true }, require('touchstone.trust').all())
  H.wait('the first run', function()
    return is_idle() and problem().status.tnr
  end)
  H.eq(1, #asked, 'nobody is asked again')
end)

H.test('a wrong solution that passes everything is shown, and the status line says it', function()
  local found = H.wait('the finding', function()
    return find('wa_same_parcel.cpp', 'wrong-solution-passes')
  end, 20000)
  H.eq({ 'touchstone', 0 }, { found.source, found.lnum })
  H.eq('1 error · TPR 100% TNR 66.7%', require('touchstone').status(val))
  H.eq('', require('touchstone').status(vim.fn.bufnr('main.cpp')))
end)

H.test('a broken validator has its squiggle on the read that rejects', function()
  local line
  local found = after_run(
    function()
      line = replace(val, 'readInts(n, 1, 2000000000', 'readInts(n, 1, 100')
      save(val)
    end,
    'the finding',
    function()
      return vim.iter(diagnostics('val.cpp')):find(function(one)
        return one.source == 'touchstone' and one.lnum == line
      end)
    end
  )
  H.has(found.message, 'reject')
  local drawn = {}
  for name, ns in pairs(vim.api.nvim_get_namespaces()) do
    if name:find('diagnostic', 1, true) then
      vim.list_extend(drawn, vim.api.nvim_buf_get_extmarks(val, ns, { line, 0 }, { line, -1 }, { details = true }))
    end
  end
  local underlines = vim.tbl_filter(function(mark)
    return (mark[4].hl_group or ''):find('Underline', 1, true) ~= nil
  end, drawn)
  H.ok(#underlines > 0, 'an underline')
  local squiggled = vim.api.nvim_buf_get_text(val, line, underlines[1][3], line, underlines[1][4].end_col, {})[1]
  H.has(squiggled, 'readInts(n, 1, 100')
end)

H.test('the lens of the validator says so, and opens the test', function()
  local shown = H.wait('the lens', function()
    return lens(val, 'rejects')
  end, 20000)
  H.eq('touchstone.showTest', shown.command.command)
  vim.api.nvim_set_current_buf(val)
  client():exec_cmd(shown.command, { bufnr = val })
  local win = H.wait('the window', floating, 20000)
  H.has(text_of(win), 'test ' .. shown.command.arguments[1].test)
  H.has(text_of(win), 'input')
  close_floating()
end)

H.test('a repaired validator has none', function()
  after_run(
    function()
      replace(val, 'readInts(n, 1, 100', 'readInts(n, 1, 2000000000')
      save(val)
    end,
    'no finding',
    function()
      return #diagnostics('val.cpp') == 0
    end
  )
  H.wait('the lens', function()
    return lens(val, 'tests accepted')
  end, 20000)
end)

H.test('hover', function()
  vim.api.nvim_set_current_buf(val)
  local line = vim.fn.search('readInts', 'w')
  vim.api.nvim_win_set_cursor(0, { line, (vim.fn.getline(line):find('readInts', 1, true)) })
  vim.lsp.buf.hover()
  local win = H.wait('the window', floating, 20000)
  H.has(text_of(win), 'readInts')
  close_floating()
end)

H.test('the run lens runs', function()
  local run = H.wait('the lens', function()
    return lens(val, '^▶ run$')
  end, 20000)
  local n_before = #statuses
  after_run(
    function()
      client():exec_cmd(run.command, { bufnr = val })
    end,
    'a run',
    function()
      return #statuses > n_before
    end
  )
end)

H.test('a quick fix is applied', function()
  if not client().server_capabilities.codeActionProvider then
    H.skip('the server offers no code actions yet')
  end
  vim.api.nvim_set_current_buf(val)
  replace(val, '    inf.readEof();', '')
  local found = H.wait('the finding', function()
    return vim.iter(diagnostics('val.cpp')):find(function(one)
      return one.source == 'touchstone'
    end)
  end, 20000)
  vim.api.nvim_win_set_cursor(0, { found.lnum + 1, found.col })
  vim.lsp.buf.code_action({
    apply = true,
    filter = function(action)
      return (action.kind or ''):find('^quickfix%.touchstone') ~= nil
    end,
  })
  H.wait('the edit', function()
    return table.concat(vim.api.nvim_buf_get_lines(val, 0, -1, false), '\n'):find('readEof', 1, true)
  end, 20000)
  after_run(
    function()
      save(val)
    end,
    'no finding',
    function()
      return #diagnostics('val.cpp') == 0
    end
  )
end)

local function rows()
  local all = {}
  for _, line in ipairs(vim.api.nvim_buf_get_lines(matrix_buf, 0, -1, false)) do
    local name, rest = line:match('^  (%S+)%s+(.*)$')
    if name then
      all[name] = rest
    end
  end
  return all
end
--- The first line and the column of a test in the matrix window.
local function go_to(solution, test)
  for i, line in ipairs(vim.api.nvim_buf_get_lines(matrix_buf, 0, -1, false)) do
    if line:find('^  ' .. vim.pesc(solution) .. ' ') then
      local at = line:find('%s[%.%-A-Z]', 3 + #solution)
      vim.api.nvim_win_set_cursor(0, { i, at + test - 1 + math.floor((test - 1) / 10) })
      return
    end
  end
  error(solution .. ' is not in the matrix')
end

H.test('the matrix shows every verdict where it belongs', function()
  vim.cmd('Touchstone matrix')
  matrix_buf = vim.api.nvim_get_current_buf()
  H.eq('touchstone-matrix', vim.bo.filetype)
  H.wait('the matrix', function()
    return rows()['sol.cpp']
  end, 20000)
  local it = rows()
  H.has(it['sol.cpp'], '.......... .  AC')
  H.has(it['re_none.cpp'], '.R..R.R.R. R  RTE')
  H.has(it['wa_overflow.cpp'], '...W...W.W .  WA')
  H.has(it['wa_same_parcel.cpp'], '✗ false positive')
  H.eq(false, vim.bo.modifiable)
  go_to('wa_overflow.cpp', 4)
  vim.cmd.doautocmd('CursorMoved')
  local details = vim.api.nvim_buf_get_extmarks(
    matrix_buf,
    vim.api.nvim_get_namespaces()['touchstone.matrix.detail'],
    0,
    -1,
    { details = true }
  )
  H.has(details[1][4].virt_text[1][1], 'test 4: WA')
  local colours = vim.api.nvim_buf_get_extmarks(
    matrix_buf,
    vim.api.nvim_get_namespaces()['touchstone.matrix'],
    { vim.fn.line('.') - 1, vim.fn.col('.') - 1 },
    { vim.fn.line('.') - 1, vim.fn.col('.') - 1 },
    { details = true }
  )
  H.eq('TouchstoneWrong', colours[1][4].hl_group)
end)

H.test('<CR> opens the test, with what was expected and found', function()
  go_to('wa_overflow.cpp', 4)
  vim.api.nvim_feedkeys(vim.keycode('<CR>'), 'x', false)
  local win = H.wait('the window', floating, 20000)
  local text = text_of(win)
  H.has(text, 'wa_overflow.cpp on test 4: WA')
  H.has(text, 'a pair exists, none was found')
  H.has(text, 'expected (-) and found (+)')
  H.has(text, '\n+ -1\n')
  H.has(text, 'first difference: line 1, column 1')
  H.has(text, 'input')
  vim.api.nvim_feedkeys('q', 'x', false)
  H.eq(nil, floating())
  H.eq(matrix_buf, vim.api.nvim_get_current_buf())
end)

H.test('a saved solution changes its row, by changes alone', function()
  local overflow = vim.fn.bufadd(path('wa_overflow.cpp'))
  vim.fn.bufload(overflow)
  H.wait('the server for it', function()
    return client().attached_buffers[overflow]
  end, 20000)
  vim.wait(300)
  local before, wholes = changes, 0
  local ask = require('touchstone.client').ask_matrix
  require('touchstone.client').ask_matrix = function(of, on_done)
    wholes = wholes + 1
    return ask(of, on_done)
  end
  local generation = problem().matrix.generation
  after_run(
    function()
      replace(overflow, 'int sum =', 'long long sum =')
      save(overflow)
    end,
    'the row',
    function()
      local row = rows()['wa_overflow.cpp']
      return row:find('.......... .', 1, true) and row:find('✗ false positive', 1, true)
    end
  )
  H.ok(changes > before, 'changes were told')
  H.ok(problem().matrix.generation > generation, 'a later generation')
  H.ok(wholes <= 2, ('asked for the whole %d times'):format(wholes))
  require('touchstone.client').ask_matrix = ask
  after_run(
    function()
      replace(overflow, 'long long sum =', 'int sum =')
      save(overflow)
    end,
    'the row as before',
    function()
      return rows()['wa_overflow.cpp']:find('...W...W.W .  WA', 1, true)
    end
  )
end)

H.test('a change that was missed leads to the whole', function()
  problem().matrix.generation = problem().matrix.generation - 100
  problem().matrix.cells.verdicts[1][1] = 'FAIL'
  local overflow = vim.fn.bufnr(path('wa_overflow.cpp'))
  after_run(
    function()
      vim.api.nvim_buf_set_lines(overflow, -1, -1, false, { 'int unused' .. vim.uv.hrtime() .. ';' })
      save(overflow)
    end,
    'the whole',
    function()
      return problem().matrix.cells.verdicts[1][1] == 'AC' and rows()['ac_alt.py']:find('.......... .', 1, true)
    end
  )
end)

H.test('a run shows its progress', function()
  -- The compiler had something new, and takes longer than 300 ms for it.
  H.eq('begin', progress[1].kind)
  H.has(progress[1].title, vim.fs.basename(problem_dir))
  H.wait('its end', function()
    return progress[#progress].kind == 'end'
  end, 5000)
end)

H.test(':Touchstone cancel stops a run', function()
  local function is_over()
    return progress[#progress].kind == 'end'
  end
  H.wait('the end of what was before', is_over, 20000)
  local n_before, n_said = #progress, #said
  -- The validator is new to the compiler, which takes longer than 300 ms for it.
  vim.api.nvim_buf_set_lines(val, -1, -1, false, { 'int unused' .. vim.uv.hrtime() .. ';' })
  save(val)
  H.wait('its progress', function()
    return #progress > n_before
  end, 20000)
  vim.cmd('Touchstone cancel')
  H.wait('its end', function()
    return is_over() and is_idle()
  end, 20000)
  H.eq(n_said, #said, 'messages')
  vim.api.nvim_buf_set_lines(val, -2, -1, false, {})
  after_run(
    function()
      save(val)
    end,
    'everything as before',
    function()
      return #diagnostics('val.cpp') == 0 and rows()['sol.cpp']:find('.......... .  AC', 1, true)
    end
  )
end)

H.test('r runs the row under the cursor', function()
  go_to('re_none.cpp', 1)
  local run, asked_for = require('touchstone.client').run, nil
  local is_done = false
  require('touchstone.client').run = function(of, options)
    asked_for = options
    run(of, options, function()
      is_done = true
    end)
  end
  vim.api.nvim_feedkeys('r', 'x', false)
  require('touchstone.client').run = run
  H.eq({ solutions = { 're_none.cpp' } }, asked_for)
  H.wait('the run', function()
    return is_done
  end)
  H.has(rows()['re_none.cpp'], '.R..R.R.R. R  RTE')
end)

H.test(':Touchstone test and :Touchstone run take names', function()
  vim.api.nvim_set_current_buf(val)
  H.ok(vim.tbl_contains(vim.fn.getcompletion('Touchstone run wa', 'cmdline'), 'wa_overflow.cpp'), 'solutions')
  H.ok(vim.tbl_contains(vim.fn.getcompletion('Touchstone run test=', 'cmdline'), 'test=4'), 'tests')
  H.eq({ 'wa_overflow.cpp' }, vim.fn.getcompletion('Touchstone test 4 wa_o', 'cmdline'))
  vim.cmd('Touchstone test 4 wa_overflow.cpp')
  H.has(text_of(H.wait('the window', floating, 20000)), 'wa_overflow.cpp on test 4')
  close_floating()
  vim.api.nvim_set_current_buf(vim.fn.bufnr(path('wa_overflow.cpp')))
  vim.cmd('Touchstone test')
  H.has(text_of(H.wait('the window', floating, 20000)), 'wa_overflow.cpp on test 4')
  close_floating()
  local n_before = #statuses
  after_run(
    function()
      vim.cmd('Touchstone run wa_* test=4')
    end,
    'the run',
    function()
      return #statuses > n_before
    end
  )
  vim.cmd('Touchstone test 99')
  H.wait('the refusal', function()
    return vim.iter(said):find(function(words)
      return words:find('no test 99', 1, true)
    end)
  end, 20000)
end)

H.test('scripts have hover and lenses', function()
  local script = edit('script.txt')
  H.eq('touchstone-script', vim.bo.filetype)
  H.wait('the lenses', function()
    return lens(script, '^test ') and lens(script, 'TNR')
  end, 20000)
  vim.api.nvim_win_set_cursor(0, { 1, 5 })
  vim.lsp.buf.hover()
  H.ok(#text_of(H.wait('the window', floating, 20000)) > 0)
  close_floating()
end)

H.test(':Touchstone explain', function()
  vim.cmd('Touchstone explain wrong-solution-passes')
  H.has(text_of(H.wait('the window', floating, 20000)), 'wrong-solution-passes')
  close_floating()
end)

H.test(':Touchstone log', function()
  vim.cmd('Touchstone log')
  H.ok(vim.api.nvim_buf_get_name(0):find('touchstone/log/lsp', 1, true), vim.api.nvim_buf_get_name(0))
  H.eq(true, vim.bo.readonly)
  vim.cmd.close()
end)

H.test('a server that is killed comes back', function()
  vim.api.nvim_set_current_buf(val)
  local before = client().id
  local killed = 0
  for _, pid in ipairs(vim.api.nvim_get_proc_children(vim.fn.getpid())) do
    local process = vim.api.nvim_get_proc(pid)
    if process and process.name:find('touchstone', 1, true) then
      vim.uv.kill(pid, 'sigkill')
      killed = killed + 1
    end
  end
  H.eq(1, killed, 'servers')
  H.wait('another server', function()
    return client() and client().id ~= before and client().initialized
  end, 20000)
  H.wait('the buffers', function()
    return client().attached_buffers[val] and client().attached_buffers[vim.fn.bufnr(path('script.txt'))]
  end, 20000)
  H.wait('the findings', function()
    return is_idle() and find('wa_same_parcel.cpp', 'wrong-solution-passes')
  end)
  H.wait('the matrix', function()
    return problem().matrix and rows()['wa_overflow.cpp']:find('...W...W.W .  WA', 1, true)
  end, 20000)
end)

H.test(':Touchstone restart', function()
  local before = client().id
  vim.cmd('Touchstone restart')
  H.wait('another server', function()
    return client() and client().id ~= before and client().initialized
  end, 20000)
  H.wait('the run', is_idle)
  H.eq(1, #vim.lsp.get_clients({ name = 'touchstone' }))
end)

H.test(':checkhealth', function()
  vim.cmd('checkhealth touchstone')
  local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
  H.has(text, 'touchstone 0.')
  H.has(text, 'C++: ')
  H.has(text, 'trusted: its programs are compiled and run')
  H.ok(not text:find('❌ ERROR', 1, true), text)
  vim.cmd.bwipeout()
end)

H.test(':Touchstone trust no stops everything', function()
  vim.api.nvim_set_current_buf(val)
  local before = client().id
  vim.cmd('Touchstone trust no')
  H.wait('another server', function()
    return client() and client().id ~= before and client().initialized
  end, 20000)
  H.wait('the status', function()
    return problem() and problem().status and problem().status.message:find('not trusted', 1, true)
  end, 20000)
  vim.cmd('Touchstone run')
  vim.wait(500)
  H.eq({ false, nil }, { problem().status.busy, problem().status.tnr })
  vim.cmd('Touchstone trust ask')
  H.eq({}, require('touchstone.trust').all())
end)

H.test('the answer to the question is enough', function()
  -- Nothing is said with the command now, so the server asks again, and keeps the answer itself.
  answer = 'Compile and run'
  H.wait('the question', function()
    return #asked == 2
  end, 20000)
  H.wait('the run', is_idle)
  H.eq({}, require('touchstone.trust').all())
end)

H.test('no message was for nothing', function()
  local others = vim.tbl_filter(function(words)
    for _, expected in ipairs({ 'trusted', 'no test 99', 'quit with exit code', 'compiled', 'nothing is said' }) do
      if words:find(expected, 1, true) then
        return false
      end
    end
    return true
  end, said)
  H.eq({}, others)
end)

H.test('Neovim leaves no server behind', function()
  client():stop()
  H.wait('its end', function()
    return not client()
  end, 10000)
end)

H.finish()
