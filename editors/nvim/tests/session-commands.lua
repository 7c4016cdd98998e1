-- A part of session.lua: what `:Touchstone` does.
local S = ...
local H = S.H
local path, edit, after_run, hears, lens = S.path, S.edit, S.after_run, S.hears, S.lens
local floating, text_of, close_floating = S.floating, S.text_of, S.close_floating

S.wanted = { 'no test 99', 'no finding', 'is no label', 'is labelled', 'report', 'is there already', 'name a file' }
vim.list_extend(S.wanted, { 'is a folder', 'made ', 'is not empty', 'the cache is empty' })

H.test(':Touchstone test and :Touchstone run take names', function()
  vim.api.nvim_set_current_buf(S.val)
  H.ok(vim.tbl_contains(vim.fn.getcompletion('Touchstone run wa', 'cmdline'), 'wa_overflow.cpp'), 'solutions')
  H.ok(vim.tbl_contains(vim.fn.getcompletion('Touchstone run test=', 'cmdline'), 'test=4'), 'tests')
  H.eq({ 'wa_overflow.cpp' }, vim.fn.getcompletion('Touchstone test 4 wa_o', 'cmdline'))
  vim.cmd('Touchstone test 4 wa_overflow.cpp')
  H.has(text_of(H.wait('the window', floating)), 'wa_overflow.cpp on test 4')
  close_floating()
  vim.api.nvim_set_current_buf(vim.fn.bufnr(path('wa_overflow.cpp')))
  vim.cmd('Touchstone test')
  H.has(text_of(H.wait('the window', floating)), 'wa_overflow.cpp on test 4')
  close_floating()
  after_run(function()
    vim.cmd('Touchstone run wa_* test=4')
  end, 'its end', S.is_idle)
  after_run(function()
    vim.cmd('Touchstone run %')
  end, 'its end', S.is_idle)
  hears(function()
    vim.cmd('Touchstone test 99')
  end, 'no test 99')
end)

H.test(':Touchstone bounds shows what is said of each variable', function()
  vim.api.nvim_set_current_buf(S.val)
  vim.cmd('Touchstone bounds')
  local shown = text_of(H.wait('the page', floating))
  H.has(shown, '(n times: w)')
  H.has(shown, 'gen -n: 2 to 50000')
  close_floating()
end)

H.test(':Touchstone problems lists the problem, and its keys open it', function()
  vim.api.nvim_set_current_buf(S.val)
  vim.cmd('Touchstone problems')
  local list = vim.api.nvim_get_current_buf()
  H.eq('touchstone-problems', vim.bo[list].filetype)
  local line = H.wait('the problem', function()
    for i, text in ipairs(vim.api.nvim_buf_get_lines(list, 0, -1, false)) do
      if text:find('two-parcels  plain', 1, true) and text:find('TPR  100%', 1, true) then
        return i
      end
    end
  end)
  vim.api.nvim_win_set_cursor(0, { line, 0 })
  after_run(function()
    vim.cmd.normal('r')
  end, 'its end', S.is_idle)
  vim.cmd.normal('m')
  H.eq('touchstone-matrix', vim.bo.filetype)
  vim.cmd.normal('q')
  vim.cmd('Touchstone problems')
  vim.api.nvim_win_set_cursor(0, { line, 0 })
  vim.cmd.normal(vim.keycode('<CR>'))
  H.eq(path('sol.cpp'), vim.api.nvim_buf_get_name(0))
  vim.cmd('Touchstone problems')
  vim.cmd.normal('q')
end)

H.test('scripts have hover and lenses', function()
  local script = edit('script.txt')
  H.eq('touchstone-script', vim.bo.filetype)
  H.wait('the lenses', function()
    return lens(script, '^test ') and lens(script, 'TNR')
  end)
  vim.api.nvim_win_set_cursor(0, { 1, 5 })
  vim.lsp.buf.hover()
  H.ok(#text_of(H.wait('the window', floating)) > 0)
  close_floating()
end)

H.test('names lead from one file to another, and are renamed in all', function()
  local script = vim.fn.bufnr(path('script.txt'))
  vim.api.nvim_set_current_buf(script)
  local function first(bufnr)
    return vim.api.nvim_buf_get_lines(bufnr, 0, 1, false)[1]
  end
  local before = first(script)
  vim.api.nvim_win_set_cursor(0, { 1, 5 })
  local outline
  vim.lsp.buf.document_symbol({
    on_list = function(found)
      outline = found.items
    end,
  })
  H.wait('the outline', function()
    return outline
  end)
  H.has(outline[1].text, 'gen -n 2')
  local listed
  vim.lsp.buf.references(nil, {
    on_list = function(found)
      listed = found.items
    end,
  })
  H.wait('the places of the option', function()
    return listed
  end)
  H.ok(
    vim.iter(listed):any(function(one)
      return vim.fs.basename(one.filename) == 'gen.cpp'
    end),
    vim.inspect(listed)
  )
  vim.lsp.buf.definition()
  H.wait('the generator', function()
    return vim.fs.basename(vim.api.nvim_buf_get_name(0)) == 'gen.cpp'
  end)
  local generator = vim.api.nvim_get_current_buf()
  H.has(vim.api.nvim_get_current_line(), 'opt<int>("n")')
  vim.lsp.buf.rename('size')
  H.wait('the new name', function()
    return first(script) ~= before
  end)
  H.has(first(script), 'gen -size 2')
  H.has(vim.api.nvim_get_current_line(), 'opt<int>("size")')
  for _, bufnr in ipairs({ script, generator }) do
    vim.api.nvim_buf_call(bufnr, function()
      vim.cmd('silent undo')
    end)
  end
  H.eq(before, first(script))
end)

H.test('calls have signatures and hints, options have values', function()
  local val, generator = S.val, vim.fn.bufnr(path('gen.cpp'))
  vim.api.nvim_set_current_buf(val)
  local row = vim.fn.search('inf\\.readLong(', 'cw')
  vim.api.nvim_win_set_cursor(0, { row, #vim.fn.getline(row):match('^.-%(') })
  vim.lsp.buf.signature_help()
  H.has(text_of(H.wait('the signature', floating)), 'readLong')
  close_floating()
  vim.lsp.inlay_hint.enable(true, { bufnr = generator })
  vim.api.nvim_set_current_buf(generator)
  H.wait('the range of an option', function()
    return vim.inspect(vim.lsp.inlay_hint.get({ bufnr = generator })):find('2 to 50000', 1, true)
  end)
  vim.lsp.inlay_hint.enable(false, { bufnr = generator })
  local script = vim.fn.bufnr(path('script.txt'))
  vim.api.nvim_set_current_buf(script)
  H.wait('colours', function()
    return vim.lsp.semantic_tokens.get_at_pos(script, 0, 0)
  end)
  vim.api.nvim_win_set_cursor(0, { 1, vim.fn.getline(1):find('pair', 1, true) - 1 })
  local values = S.ask(script, 'textDocument/completion', vim.lsp.util.make_position_params(0, 'utf-16'))
  H.has(vim.inspect(values), '"none"')
  local symbols
  vim.lsp.buf.workspace_symbol('gen.cp', {
    on_list = function(found)
      symbols = found.items
    end,
  })
  H.wait('the program', function()
    return symbols and symbols[1]
  end)
  H.eq('gen.cpp', vim.fs.basename(symbols[1].filename))
end)

H.test('scripts are put in order and fold, manifests lead to files, programs get a beginning', function()
  local script = vim.fn.bufnr(path('script.txt'))
  vim.api.nvim_set_current_buf(script)
  local function lines(bufnr)
    return vim.api.nvim_buf_get_lines(bufnr, 0, -1, false)
  end
  local function set(bufnr, new)
    vim.api.nvim_buf_set_lines(bufnr, 0, -1, false, new)
  end
  local before = lines(script)
  vim.lsp.buf.format({ bufnr = script, timeout_ms = 120000 })
  local tidy = lines(script)
  set(script, vim.list_extend({ (before[1]:gsub(' %-n', '    -n')) }, before, 2))
  vim.lsp.buf.format({ bufnr = script, timeout_ms = 120000 })
  H.eq(tidy, lines(script))
  set(script, before)
  vim.lsp.buf.code_action({ context = { only = { 'source.touchstone.sort' }, diagnostics = {} }, apply = true })
  H.wait('another order', function()
    return not vim.deep_equal(before, lines(script))
  end)
  local sorted, known = lines(script), vim.deepcopy(before)
  table.sort(sorted)
  table.sort(known)
  H.eq(known, sorted, 'the same lines')
  set(script, { '<#list 1..3 as i>', before[3], before[4], '</#list>' })
  local folds = S.ask(script, 'textDocument/foldingRange', { textDocument = vim.lsp.util.make_text_document_params() })
  H.eq(0, folds[1] and folds[1].startLine)
  set(script, before)
  vim.bo[script].modified = false

  local manifest = edit('touchstone.toml')
  set(manifest, { 'main = "sol.cpp"' })
  H.wait('its client', function()
    return vim.lsp.get_clients({ bufnr = manifest, name = 'touchstone' })[1]
  end)
  local links =
    S.ask(manifest, 'textDocument/documentLink', { textDocument = vim.lsp.util.make_text_document_params() })
  H.eq('sol.cpp', links[1] and vim.fs.basename(links[1].target))
  local begun = edit('gen_more.cpp')
  H.wait('its client', function()
    return vim.lsp.get_clients({ bufnr = begun, name = 'touchstone' })[1]
  end)
  vim.lsp.buf.code_action({ context = { only = { 'source.touchstone.skeleton' }, diagnostics = {} }, apply = true })
  H.wait('the skeleton', function()
    return table.concat(lines(begun), '\n'):find('registerGen(', 1, true)
  end)
  for _, bufnr in ipairs({ manifest, begun }) do
    vim.api.nvim_buf_delete(bufnr, { force = true })
  end
  H.wait('the end of what that began', S.is_idle)
end)

-- A file that came or went has everything judged again, and until then nobody knows that it passes.
local function knows_who_passes()
  local bufnr = vim.fn.bufnr(path('wa_same_parcel.cpp'))
  H.wait('the solution that passes', function()
    return bufnr > 0 and #vim.diagnostic.get(bufnr, { severity = vim.diagnostic.severity.ERROR }) > 0
  end, 120000)
end

H.test(':Touchstone explain says what is under the cursor', function()
  vim.api.nvim_set_current_buf(vim.fn.bufnr(path('wa_overflow.cpp')))
  hears(function()
    vim.cmd('Touchstone explain')
  end, 'no finding on this line')
  edit('wa_same_parcel.cpp')
  vim.cmd('Touchstone explain')
  local text = text_of(H.wait('the window', floating))
  H.has(text, 'wrong-solution-passes')
  H.has(text, 'passes all')
  close_floating()
  knows_who_passes()
  H.eq({ 'wrong-solution-passes' }, vim.fn.getcompletion('Touchstone explain wrong-', 'cmdline'))
  vim.cmd('Touchstone explain wrong-solution-passes')
  H.has(text_of(H.wait('the window', floating)), 'wrong-solution-passes')
  close_floating()
  hears(function()
    vim.cmd('Touchstone explain no-such-code')
  end, 'is no finding code')
end)

H.test('a file that is read again keeps its findings', function()
  knows_who_passes()
  local bufnr = edit('wa_same_parcel.cpp')
  local n_before = #vim.diagnostic.get(bufnr)
  vim.cmd.edit()
  H.wait('the findings', function()
    return #vim.diagnostic.get(bufnr) == n_before
  end)
end)

H.test(':Touchstone findings lists them all', function()
  knows_who_passes()
  vim.cmd('Touchstone findings')
  local list = vim.fn.getqflist({ title = true, items = true })
  H.has(list.title, vim.fs.basename(S.dir))
  H.eq(
    { 'E', vim.fn.bufnr(path('wa_same_parcel.cpp')), 1 },
    { list.items[1].type, list.items[1].bufnr, list.items[1].lnum },
    'the worst comes first'
  )
  H.ok(#list.items > 1, 'others')
  H.has(list.items[1].text, 'passes all')
  H.eq('qf', vim.bo.filetype)
  vim.cmd.cclose()
end)

H.test(':Touchstone label changes what a solution is to do', function()
  local words = hears(function()
    vim.cmd('Touchstone label nonsense wa_same_parcel.cpp')
  end, 'is no label')
  H.has(words, table.concat(require('touchstone.subcommands').LABELS, ', '))
  H.eq({ 'wa_same_parcel.cpp' }, vim.fn.getcompletion('Touchstone label accepted wa_same', 'cmdline'))
  -- In the matrix it is the row under the cursor, and without a word the labels are a choice.
  vim.cmd('Touchstone matrix')
  S.go_to('wa_same_parcel.cpp', 1)
  S.answer = 'accepted'
  hears(function()
    vim.cmd('Touchstone label')
  end, 'wa_same_parcel.cpp is labelled accepted', 'not saved yet: touchstone.toml')
  S.answer = nil
  H.eq('What is wa_same_parcel.cpp?', S.asked[#S.asked])
  local manifest = vim.fn.bufnr(path('touchstone.toml'))
  after_run(
    function()
      S.save(manifest)
    end,
    'the row',
    function()
      return not S.find('wa_same_parcel.cpp', 'wrong-solution-passes')
        and not S.rows()['wa_same_parcel.cpp']:find('false positive', 1, true)
    end
  )
  vim.cmd.close()
  edit('wa_same_parcel.cpp')
  hears(function()
    vim.cmd('Touchstone label wrong_answer')
  end, 'wa_same_parcel.cpp is labelled wrong_answer')
  after_run(
    function()
      S.save(manifest)
    end,
    'the finding, where the label is now',
    function()
      return S.find('touchstone.toml', 'wrong-solution-passes')
    end
  )
  vim.api.nvim_buf_set_lines(manifest, 0, -1, false, {})
  after_run(
    function()
      S.save(manifest)
    end,
    'everything as before',
    function()
      return S.find('wa_same_parcel.cpp', 'wrong-solution-passes')
    end
  )
end)

H.test(':Touchstone export and bundle write files, and not over others', function()
  local folder = vim.fn.tempname()
  vim.fn.mkdir(folder, 'p')
  local report = folder .. '/my report.json'
  hears(function()
    vim.cmd('Touchstone export ' .. vim.fn.fnameescape(report))
  end, 'the report is in', 'my report.json')
  local object = vim.json.decode(table.concat(vim.fn.readfile(report), '\n'))
  H.eq('two-parcels', object.problem.name)
  hears(function()
    vim.cmd('Touchstone export ' .. vim.fn.fnameescape(report))
  end, 'is there already')
  vim.fn.writefile({ 'old' }, report)
  hears(function()
    vim.cmd('Touchstone! export ' .. vim.fn.fnameescape(report))
  end, 'the report is in')
  H.ok(vim.fn.readfile(report)[1] ~= 'old', 'replaced')
  hears(function()
    vim.cmd('Touchstone export')
  end, 'name a file')
  hears(function()
    vim.cmd('Touchstone report junit ' .. folder .. '/cases.xml')
  end, 'the report is in', 'cases.xml')
  H.ok(table.concat(vim.fn.readfile(folder .. '/cases.xml')):find('<testsuite name="two-parcels"', 1, true), 'suites')
  hears(function()
    vim.cmd('Touchstone report pdf ' .. folder .. '/a.pdf')
  end, 'the kinds are json, html, junit, sarif, markdown')
  hears(function()
    vim.cmd('Touchstone bundle ' .. folder .. '/bundle.txt')
  end, 'what a bug report needs')
  H.has(vim.fn.readfile(folder .. '/bundle.txt'), 'sandbox')
  hears(function()
    vim.cmd('Touchstone bundle ' .. folder)
  end, 'is a folder')
end)

H.test(':Touchstone new makes a problem and opens it', function()
  local folder = vim.fn.tempname()
  hears(function()
    vim.cmd('Touchstone new ' .. folder)
  end, 'made ' .. folder)
  H.eq(vim.fs.joinpath(folder, 'val.cpp'), vim.api.nvim_buf_get_name(0))
  hears(function()
    vim.cmd('Touchstone new ' .. folder)
  end, 'is not empty')
  local its = H.wait('its server', function()
    return vim.iter(vim.lsp.get_clients({ name = 'touchstone' })):find(function(one)
      return one.root_dir == vim.uv.fs_realpath(folder)
    end)
  end)
  vim.cmd.bwipeout()
  its:stop()
  H.wait('its end', function()
    return #vim.lsp.get_clients({ name = 'touchstone' }) == 1
  end)
end)

H.test(':Touchstone log', function()
  vim.cmd('Touchstone log')
  H.ok(vim.api.nvim_buf_get_name(0):find('touchstone/log/lsp', 1, true), vim.api.nvim_buf_get_name(0))
  H.eq(true, vim.bo.readonly)
  vim.cmd.close()
end)

H.test(':Touchstone clear empties the cache', function()
  vim.api.nvim_set_current_buf(S.val)
  local words = hears(function()
    vim.cmd('Touchstone clear')
  end, 'the cache is empty')
  H.ok(tonumber(words:match('freed ([%d.]+) MB')) > 0, words)
end)
