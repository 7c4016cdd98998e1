-- nvim --headless --clean -l tests/session.lua      a real server in a copy of an example problem
--
-- TOUCHSTONE is the server's program, PROBLEM the folder of the copy; XDG_STATE_HOME must be one of the test's own.
-- Each part goes on where the one before it ended.
local folder = vim.fs.dirname(vim.fs.abspath(debug.getinfo(1, 'S').source:sub(2)))
local S = dofile(folder .. '/scene.lua')
local H = S.H
local path, edit, client, problem, rows = S.path, S.edit, S.client, S.problem, S.rows
local diagnostics, find, lens, is_idle = S.diagnostics, S.find, S.lens, S.is_idle
local after_run, hears, replace, save = S.after_run, S.hears, S.replace, S.save
local floating, text_of, close_floating = S.floating, S.text_of, S.close_floating

H.test('an ordinary C++ file starts nothing', function()
  local dir = vim.fn.tempname() .. '/some/where'
  vim.fn.mkdir(dir, 'p')
  vim.fn.writefile({ 'int main() {}' }, dir .. '/main.cpp')
  vim.cmd.edit(dir .. '/main.cpp')
  -- A client that is to be started is there, or comes with what is scheduled already.
  local is_past = false
  vim.schedule(function()
    is_past = true
  end)
  H.wait('what was scheduled', function()
    return is_past
  end)
  H.eq({}, vim.lsp.get_clients({ _uninitialized = true }))
end)

H.test('a file of a problem starts the server, which asks for trust', function()
  S.val = edit('val.cpp')
  H.wait('the client', function()
    return client() and client().initialized
  end)
  H.eq(S.dir, client().root_dir)
  H.wait('the question', function()
    return #S.asked > 0
  end)
  H.has(S.asked[1], 'Do you trust the authors')
end)

H.test('the statement is of the problem, and other texts beside it are not', function()
  vim.fn.writefile({ '# Notes' }, path('notes.md'))
  local notes = edit('notes.md')
  local statement = edit('statement.md')
  local function clients(bufnr)
    return #vim.lsp.get_clients({ bufnr = bufnr, name = 'touchstone' })
  end
  H.wait('the client there', function()
    return clients(statement) == 1
  end)
  H.eq(0, clients(notes), 'opened before')
  vim.fn.delete(path('notes.md'))
  for _, bufnr in ipairs({ notes, statement }) do
    vim.api.nvim_buf_delete(bufnr, { force = true })
  end
  vim.api.nvim_set_current_buf(S.val)
end)

H.test('without an answer nothing is run', function()
  H.wait('the status', function()
    return problem() and problem().status
  end)
  H.has(problem().status.message, 'until this folder is trusted')
  H.has(require('touchstone').status(S.val), 'until this folder is trusted')
  hears(function()
    vim.cmd('Touchstone run')
  end, 'until it is trusted', ':Touchstone trust')
  H.eq(
    false,
    vim.iter(S.statuses):any(function(status)
      return status.busy
    end)
  )
  local run = H.wait('the lens', function()
    return lens(S.val, 'run')
  end)
  H.eq('▶ run (not while the folder is not trusted)', run.command.title)
end)

H.test(':Touchstone trust is kept and starts the run', function()
  local before = client().id
  vim.cmd('Touchstone trust')
  H.wait('another server', function()
    return client() and client().initialized and client().id ~= before
  end)
  H.eq({ [S.dir] = true }, require('touchstone.trust').all())
  H.wait('the first run', function()
    return is_idle() and problem().status.tnr
  end)
  H.eq(1, #S.asked, 'nobody is asked again')
end)

H.test('a wrong solution that passes everything is shown, and the status line says it', function()
  local found = H.wait('the finding', function()
    return find('wa_same_parcel.cpp', 'wrong-solution-passes')
  end)
  H.eq({ 'touchstone', 0 }, { found.source, found.lnum })
  H.eq('1 error · TPR 100% TNR 66.7%', require('touchstone').status(S.val))
  H.eq('', require('touchstone').status(vim.fn.bufnr('main.cpp')))
end)

H.test('a broken validator has its squiggle on the read that rejects', function()
  local line
  local found = after_run(
    function()
      line = replace(S.val, 'readInts(n, 1, 2000000000', 'readInts(n, 1, 100')
      save(S.val)
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
      vim.list_extend(drawn, vim.api.nvim_buf_get_extmarks(S.val, ns, { line, 0 }, { line, -1 }, { details = true }))
    end
  end
  local underlines = vim.tbl_filter(function(mark)
    return (mark[4].hl_group or ''):find('Underline', 1, true) ~= nil
  end, drawn)
  H.ok(#underlines > 0, 'an underline')
  local squiggled = vim.api.nvim_buf_get_text(S.val, line, underlines[1][3], line, underlines[1][4].end_col, {})[1]
  H.has(squiggled, 'readInts(n, 1, 100')
end)

H.test('the lens of the validator says so, and opens the test', function()
  local shown = H.wait('the lens', function()
    return lens(S.val, 'rejects')
  end)
  H.eq('touchstone.showTest', shown.command.command)
  vim.api.nvim_set_current_buf(S.val)
  client():exec_cmd(shown.command, { bufnr = S.val })
  local win = H.wait('the window', floating)
  H.has(text_of(win), 'test ' .. shown.command.arguments[1].test)
  H.has(text_of(win), 'input')
  close_floating()
end)

H.test('a repaired validator has none', function()
  after_run(
    function()
      replace(S.val, 'readInts(n, 1, 100', 'readInts(n, 1, 2000000000')
      save(S.val)
    end,
    'no finding',
    function()
      return #diagnostics('val.cpp') == 0
    end
  )
  H.wait('the lens', function()
    return lens(S.val, 'tests accepted')
  end)
end)

H.test('hover', function()
  vim.api.nvim_set_current_buf(S.val)
  local line = vim.fn.search('readInts', 'w')
  vim.api.nvim_win_set_cursor(0, { line, (vim.fn.getline(line):find('readInts', 1, true)) })
  vim.lsp.buf.hover()
  local win = H.wait('the window', floating)
  H.has(text_of(win), 'readInts')
  close_floating()
end)

H.test('the run lens runs', function()
  local run = H.wait('the lens', function()
    return lens(S.val, '^▶ run$')
  end)
  after_run(function()
    client():exec_cmd(run.command, { bufnr = S.val })
  end, 'its end', is_idle)
end)

H.test('a quick fix is applied', function()
  vim.api.nvim_set_current_buf(S.val)
  replace(S.val, '    inf.readEof();', '')
  local found = H.wait('the finding', function()
    return vim.iter(diagnostics('val.cpp')):find(function(one)
      return one.source == 'touchstone'
    end)
  end)
  vim.api.nvim_win_set_cursor(0, { found.lnum + 1, found.col })
  vim.lsp.buf.code_action({
    apply = true,
    filter = function(action)
      return (action.kind or ''):find('^quickfix%.touchstone') ~= nil
    end,
  })
  H.wait('the edit', function()
    return table.concat(vim.api.nvim_buf_get_lines(S.val, 0, -1, false), '\n'):find('readEof', 1, true)
  end)
  after_run(
    function()
      save(S.val)
    end,
    'no finding',
    function()
      return #diagnostics('val.cpp') == 0
    end
  )
end)

assert(loadfile(folder .. '/session-matrix.lua'))(S)
assert(loadfile(folder .. '/session-commands.lua'))(S)

H.test('a server that is killed comes back', function()
  vim.api.nvim_set_current_buf(S.val)
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
  end)
  H.wait('the buffers', function()
    return client().attached_buffers[S.val] and client().attached_buffers[vim.fn.bufnr(path('script.txt'))]
  end)
  H.wait('the findings', function()
    return is_idle() and find('wa_same_parcel.cpp', 'wrong-solution-passes')
  end)
  H.wait('the matrix', function()
    return problem().matrix and rows()['wa_overflow.cpp']:find('...W...W.W .  WA', 1, true)
  end)
end)

H.test(':Touchstone restart', function()
  local before = client().id
  vim.cmd('Touchstone restart')
  H.wait('another server', function()
    return client() and client().id ~= before and client().initialized
  end)
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
  vim.api.nvim_set_current_buf(S.val)
  local before = client().id
  vim.cmd('Touchstone trust no')
  H.wait('another server', function()
    return client() and client().id ~= before and client().initialized
  end)
  H.wait('the status', function()
    return problem() and problem().status and problem().status.message:find('not trusted', 1, true)
  end)
  hears(function()
    vim.cmd('Touchstone run')
  end, 'trusted')
  H.eq({ false, nil }, { problem().status.busy, problem().status.tnr })
  vim.cmd('Touchstone trust ask')
  H.eq({}, require('touchstone.trust').all())
end)

H.test('the answer to the question is enough', function()
  -- Nothing is said with the command now, so the server asks again, and keeps the answer itself.
  S.answer = 'Compile and run'
  H.wait('the question', function()
    return #S.asked == 2
  end)
  H.wait('the run', is_idle)
  H.eq({}, require('touchstone.trust').all())
end)

assert(loadfile(folder .. '/session-proposals.lua'))(S)

H.test('no message was for nothing', function()
  local wanted = { 'trusted', 'quit with exit code', 'compiled', 'nothing is said' }
  local others = vim.tbl_filter(function(words)
    for _, expected in ipairs(vim.list_extend(wanted, S.wanted)) do
      if words:find(expected, 1, true) then
        return false
      end
    end
    return true
  end, S.said)
  H.eq({}, others)
end)

H.test('Neovim leaves no server behind', function()
  client():stop()
  H.wait('its end', function()
    return not client()
  end)
end)

H.finish()
