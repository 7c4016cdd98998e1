-- A part of session.lua: what a language model proposes, shown with its proof, applied, discarded, cancelled; and what is
-- done without a model.
local S = ...
local H = S.H
local path, edit, hears, floating, text_of = S.path, S.edit, S.hears, S.floating, S.text_of
local model = dofile(S.here .. '/tests/model.lua')
local answers = vim.fs.joinpath(S.here, '..', '..', 'tests', 'answers', 'two-parcels')
local url = model.start(answers)
local origin = url:match('^http://[^/]+')

vim.list_extend(S.wanted, { 'no language model is configured', 'nothing was sent', 'the proposal is applied' })

local function press(key)
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(key, true, false, true), 'x', false)
end

local function proposal()
  local win = floating()
  return win and vim.b[vim.api.nvim_win_get_buf(win)].touchstone_proposal and win
end

H.test('without a model one sentence says what to do', function()
  -- What was said last about trust had it started again.
  H.wait('the server', function()
    local of, it = S.client(), S.problem()
    local is_said = vim.iter(S.said):any(function(words)
      return words:find('nothing is said of', 1, true) ~= nil
    end)
    -- The one before it has no TNR: nothing was run in its folder.
    local is_new = of and of.initialized and it and it.client_id == of.id and it.status and it.status.tnr
    return is_said and is_new and S.is_idle()
  end)
  vim.api.nvim_set_current_buf(S.val)
  hears(function()
    vim.cmd('Touchstone hack engine=llm')
  end, 'no language model is configured')
  H.ok(vim.tbl_contains(vim.fn.getcompletion('Touchstone hack ', 'cmdline'), 'rounds='), 'options')
  H.eq({ 'brute_force' }, vim.fn.getcompletion('Touchstone write b', 'cmdline'))
end)

H.test('nothing is sent before the person has said so', function()
  local before = S.client().id
  vim.g.touchstone = {
    api_key = function(of)
      return of == origin and 'sk-hush-52' or nil
    end,
  }
  vim.lsp.config('touchstone', {
    cmd_env = { TOUCHSTONE_LLM_BASE_URL = url, TOUCHSTONE_LLM_MODEL = 'scripted' },
  })
  vim.cmd('Touchstone restart')
  H.wait('another server', function()
    return S.client() and S.client().initialized and S.client().id ~= before
  end)
  H.wait('the run', S.is_idle)
  S.answer = 'Do not send'
  hears(function()
    vim.cmd('Touchstone hack')
  end, 'nothing was sent')
  local question = S.asked[#S.asked]
  for _, words in ipairs({ 'bytes', 'scripted', origin, 'sol.cpp', 'gen.cpp' }) do
    H.has(question, words)
  end
  H.eq(0, #model.requests)
end)

H.test(':Touchstone cancel ends what is asked', function()
  S.answer = 'Send once'
  model.is_silent = true
  vim.cmd('Touchstone hack')
  H.wait('the question at the model', function()
    return #model.requests == 1
  end)
  H.has(model.requests[1].head:lower(), 'authorization: bearer sk-hush-52')
  vim.cmd('Touchstone cancel')
  H.wait('the end of the connection', function()
    return model.n_closed == 1
  end)
  H.wait('the end of the progress', function()
    return S.progress[#S.progress].kind == 'end'
  end)
  H.eq(nil, floating())
end)

H.test('a proposal is shown with its proof, and `a` applies it', function()
  model.is_silent = false
  vim.cmd('Touchstone hack')
  local win = H.wait('the window', proposal)
  local text = text_of(win)
  for _, words in ipairs({
    '# 1 test is worth adding',
    'gen -n 3 -max 9 -type half',
    'fails `wa_same_parcel.cpp` with **WA**',
    '`val.cpp` accepts it',
    'To be changed: `gen.cpp`, `script.txt`',
  }) do
    H.has(text, words)
  end
  H.ok(
    vim.iter(S.progress):any(function(one)
      return (one.message or ''):find('asking for tests', 1, true) ~= nil
    end),
    'stages are told'
  )
  press('q')
  H.eq(nil, floating(), 'discarded')
  H.ok(not table.concat(vim.fn.readfile(path('gen.cpp')), '\n'):find('half', 1, true), 'nothing is changed')
  vim.cmd('Touchstone hack')
  H.wait('the window', proposal)
  hears(function()
    press('a')
  end, 'the proposal is applied', 'not saved yet: ', 'gen.cpp', 'script.txt')
  H.eq(nil, floating())
  local script = vim.fn.bufnr(path('script.txt'))
  local lines = vim.api.nvim_buf_get_lines(script, 0, -1, false)
  H.eq('gen -n 3 -max 9 -type half > $', lines[#lines])
  S.after_run(
    function()
      vim.cmd('silent wall')
    end,
    'nothing passes wrongly any more',
    function()
      return not S.find('wa_same_parcel.cpp', 'wrong-solution-passes')
    end
  )
end)

H.test(':Touchstone minimize asks nobody', function()
  local n_asked, n_sent = #S.asked, #model.requests
  edit('val.cpp')
  vim.cmd('Touchstone minimize')
  H.has(text_of(H.wait('the window', proposal)), 'tests show every verdict that any solution gets')
  press('q')
  H.eq({ n_asked, n_sent }, { #S.asked, #model.requests })
end)

H.test(':Touchstone probe shows what the checker breaks on, and it is a finding', function()
  local check = edit('check.cpp')
  S.after_run(function()
    S.replace(check, 'in.readInt(1, n, "second parcel")', 'in.readInt()')
    S.save(check)
  end, 'its end', S.is_idle)
  H.eq(nil, S.find('check.cpp', 'checker-crashed'))
  vim.cmd('Touchstone probe seconds=120')
  local win = H.wait('the window', proposal, 240000)
  for _, words in ipairs({ '# Probes', 'outputs for the checker', '`checker-crashed`', 'the checker breaks on' }) do
    H.has(text_of(win), words)
  end
  -- There is nothing to apply.
  H.eq('', vim.fn.maparg('a', 'n'))
  press('q')
  H.eq(nil, floating())
  local found = H.wait('the finding', function()
    return S.find('check.cpp', 'checker-crashed')
  end)
  H.has(vim.api.nvim_buf_get_lines(check, found.lnum, found.lnum + 1, true)[1], 'registerTestlibCmd')
  S.after_run(
    function()
      S.replace(check, 'in.readInt()', 'in.readInt(1, n, "second parcel")')
      S.save(check)
    end,
    'no finding of another checker',
    function()
      return not S.find('check.cpp', 'checker-crashed')
    end
  )
end)

H.test(':Touchstone mutate and the lens try mutants, and the lens counts them', function()
  local solution = edit('sol.cpp')
  local before = H.wait('the lens', function()
    return S.lens(solution, '^try mutants$')
  end)
  H.eq('touchstone.mutate', before.command.command)
  vim.cmd('Touchstone mutate % most=4 seconds=0')
  local win = H.wait('the window', proposal, 240000)
  H.has(text_of(win), '# Mutants')
  H.has(text_of(win), ' of 4 mutants of sol.cpp')
  press('q')
  local counted = H.wait('the lens with the number', function()
    return S.lens(solution, '^mutants: the tests fail %d+ of 4')
  end)
  S.client():exec_cmd(counted.command, { bufnr = solution })
  win = H.wait('the window', proposal, 240000)
  H.has(text_of(win), ' mutants of sol.cpp')
  H.ok(not text_of(win):find(' of 4 mutants', 1, true), 'more of them')
  press('q')
end)

H.test(':Touchstone sanitize underlines undefined behaviour where it happens', function()
  local solution = edit('sol.cpp')
  local sound, flaw = 'long long s;', 'long long s; volatile int most = 2147483647; most = most + 1;'
  S.replace(solution, sound, flaw)
  S.save(solution)
  vim.cmd('Touchstone sanitize')
  local found = H.wait('the finding', function()
    return S.find('sol.cpp', 'undefined-behaviour')
  end, 120000)
  H.has(vim.api.nvim_buf_get_lines(solution, found.lnum, found.lnum + 1, true)[1], 'most = most + 1')
  S.replace(solution, flaw, sound)
  S.save(solution)
  H.wait('no finding', function()
    return not S.find('sol.cpp', 'undefined-behaviour')
  end, 120000)
end)

H.test(':Touchstone calibrate shows the limits that follow, and sets them where they are stated', function()
  edit('sol.cpp')
  vim.cmd('Touchstone calibrate runs=1 ratio_ac=3')
  local win = H.wait('the window', proposal, 120000)
  H.has(text_of(win), 'Each was run alone, once.')
  if text_of(win):find('no limit follows', 1, true) then
    -- The machine was too busy to measure.
    return press('q')
  end
  local limit = assert(text_of(win):match('time limit +(%d+) ms suggested'))
  press('a')
  local statement = vim.fn.bufnr('statement.md')
  -- It was loaded for the edit, and its client comes a little later.
  H.wait('the client of the statement', function()
    return vim.lsp.get_clients({ bufnr = statement, name = 'touchstone' })[1]
  end)
  H.has(
    table.concat(vim.api.nvim_buf_get_lines(statement, 0, -1, true), '\n'),
    ('Time limit: %g second'):format(limit / 1000)
  )
end)

S.answer = nil
