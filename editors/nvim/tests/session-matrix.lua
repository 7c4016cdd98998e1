-- A part of session.lua: the matrix, tests and runs.
local S = ...
local H = S.H
local path, client, problem, diagnostics, is_idle, after_run, replace, save, floating, text_of, rows, go_to =
  S.path,
  S.client,
  S.problem,
  S.diagnostics,
  S.is_idle,
  S.after_run,
  S.replace,
  S.save,
  S.floating,
  S.text_of,
  S.rows,
  S.go_to

H.test('the matrix shows every verdict where it belongs', function()
  vim.cmd('Touchstone matrix')
  S.matrix_buf = vim.api.nvim_get_current_buf()
  H.eq('touchstone-matrix', vim.bo.filetype)
  H.wait('the matrix', function()
    return rows()['sol.cpp']
  end)
  local it = rows()
  H.has(it['sol.cpp'], '.......... .  AC')
  H.has(it['re_none.cpp'], '.R..R.R.R. R  RTE')
  H.has(it['wa_overflow.cpp'], '...W...W.W .  WA')
  H.has(it['wa_same_parcel.cpp'], '✗ false positive')
  H.eq(false, vim.bo.modifiable)
  go_to('wa_overflow.cpp', 4)
  vim.cmd.doautocmd('CursorMoved')
  H.has(vim.wo.winbar, 'wa_overflow.cpp on test 4: WA')
  H.has(vim.wo.winbar, 'gen -n 2')
  local colours = vim.api.nvim_buf_get_extmarks(
    S.matrix_buf,
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
  local win = H.wait('the window', floating)
  local text = text_of(win)
  H.has(text, 'wa_overflow.cpp on test 4: WA')
  H.has(text, 'a pair exists, none was found')
  H.has(text, 'expected (-) and found (+)')
  H.has(text, '\n+ -1\n')
  H.has(text, 'first difference: line 1, column 1')
  H.has(text, 'input')
  vim.api.nvim_feedkeys('q', 'x', false)
  H.eq(nil, floating())
  H.eq(S.matrix_buf, vim.api.nvim_get_current_buf())
end)

H.test('an edited copy of an input is proposed as a test', function()
  go_to('wa_overflow.cpp', 4)
  vim.api.nvim_feedkeys(vim.keycode('<CR>'), 'x', false)
  local shown = text_of(H.wait('the window', floating))
  H.has(shown, '-g -O0')
  H.has(shown, "gdb -q -ex 'start < input.txt' ./solution")
  vim.api.nvim_feedkeys('e', 'x', false)
  H.eq({ '2 4000000000', '2000000000 2000000000' }, vim.api.nvim_buf_get_lines(0, 0, -1, true))
  vim.api.nvim_buf_set_lines(0, 0, -1, true, { '3 10', '5 7 5' })
  vim.cmd('Touchstone promote')
  H.has(text_of(H.wait('the proposal', floating)), '3 10')
  vim.api.nvim_feedkeys('q', 'x', false)
  vim.cmd.close()
  H.eq(S.matrix_buf, vim.api.nvim_get_current_buf())
end)

H.test('a saved solution changes its row, by changes alone', function()
  local overflow = vim.fn.bufadd(path('wa_overflow.cpp'))
  vim.fn.bufload(overflow)
  H.wait('the server for it', function()
    return client().attached_buffers[overflow]
  end)
  H.wait('the end of what was before', S.is_idle)
  local before, wholes = S.n_changes, 0
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
  H.ok(S.n_changes > before, 'changes were told')
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

H.test('a run shows its progress, and :Touchstone cancel stops it', function()
  local function is_over()
    return #S.progress == 0 or S.progress[#S.progress].kind == 'end'
  end
  H.wait('the end of what was before', is_over)
  local n_before, n_said = #S.progress, #S.said
  -- It answers nothing until it is killed on each test, so that the run lasts for many seconds.
  local overflow = vim.fn.bufnr(path('wa_overflow.cpp'))
  local as_it_was = vim.api.nvim_buf_get_lines(overflow, 0, -1, false)
  vim.api.nvim_buf_set_lines(overflow, 0, -1, false, { 'int main() { for (volatile int i = 0;; i = 1 - i) {} }' })
  save(overflow)
  H.wait('its progress', function()
    return #S.progress > n_before
  end)
  H.eq('begin', S.progress[n_before + 1].kind)
  H.has(S.progress[n_before + 1].title, vim.fs.basename(S.dir))
  vim.cmd('Touchstone cancel')
  H.wait('its end', function()
    return is_over() and is_idle()
  end)
  H.eq(n_said, #S.said, 'messages')
  vim.api.nvim_buf_set_lines(overflow, 0, -1, false, as_it_was)
  after_run(
    function()
      save(overflow)
    end,
    'everything as before',
    function()
      return #diagnostics('val.cpp') == 0 and rows()['wa_overflow.cpp']:find('...W...W.W .  WA', 1, true)
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
