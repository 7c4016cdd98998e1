-- nvim --headless --clean -l tests/contest.lua      a real server in a contest of two small problems
--
-- TOUCHSTONE is the server's program, PLACE a folder in which the contest is made; XDG_STATE_HOME must be one of the
-- test's own. Each part goes on where the one before it ended.
local folder = vim.fs.dirname(vim.fs.abspath(debug.getinfo(1, 'S').source:sub(2)))
local contest = vim.fs.joinpath(vim.env.PLACE, 'spring')

local function put(name, lines)
  local path = vim.fs.joinpath(contest, name)
  vim.fn.mkdir(vim.fs.dirname(path), 'p')
  vim.fn.writefile(lines, path)
end
--- A solution that prints what it makes of its number.
local function program(made)
  return {
    '#include <stdio.h>',
    'int main(void) {',
    '    int n;',
    ('    if (scanf("%%d", &n) == 1) printf("%%d\\n", %s);'):format(made),
    '}',
  }
end
put('contest.yaml', { 'name: Spring' })
put('problems.yaml', { '- id: two', '  label: A', '  name: Second', '- id: one', '  label: B', '- id: gone' })
for name, factor in pairs({ one = 1, two = 2 }) do
  put(name .. '/touchstone.toml', { '[limits]', 'time_ms = 5000' })
  put(name .. '/sol.c', program(factor .. ' * n'))
  put(name .. '/wa_small.c', program(('n < 10 ? n + 3 : %d * n'):format(factor)))
  put(name .. '/tests/1.in', { '5' })
  put(name .. '/tests/1.ans', { tostring(factor * 5) })
end

vim.env.PROBLEM = vim.fs.joinpath(contest, 'one')
local S = dofile(folder .. '/scene.lua')
local H = S.H
S.file = 'sol.c'
S.answer = 'Compile and run'
contest = vim.fs.dirname(S.dir)

local list
--- The page of problems once its lines match these patterns.
local function shows(what, patterns)
  return H.wait(what, function()
    local lines = vim.api.nvim_buf_get_lines(list, 0, -1, false)
    for i, pattern in ipairs(patterns) do
      if not (lines[i] or ''):find(pattern) then
        return false
      end
    end
    return #lines == #patterns
  end)
end
local function press(line, keys)
  vim.cmd('Touchstone problems')
  vim.api.nvim_win_set_cursor(0, { line, 0 })
  vim.cmd.normal(vim.keycode(keys))
end
local function file_of(bufnr)
  return vim.api.nvim_buf_get_name(bufnr or 0):sub(#contest + 2)
end

H.test('the problems of a contest are listed in its order', function()
  S.edit('sol.c')
  H.wait('the client', function()
    return S.client() and S.client().initialized
  end)
  H.eq(contest, S.client().root_dir)
  vim.cmd('Touchstone problems')
  list = vim.api.nvim_get_current_buf()
  -- What is told when something is waited for in vain.
  S.matrix_buf = list
  shows('the first run', {
    '^Spring$',
    '^  A  Second  %?        S%+  %-  S%-  %-  TPR     %-  TNR     %-  not checked yet$',
    '^  B  one     plain    S%+  1  S%-  1  TPR  100%%  TNR  100%%  1 warning$',
    '^     gone    there is no problem in this folder$',
    '^  ! there is no folder gone beside this file, so the problem is not judged; add it, or take it out of the list$',
  })
end)

H.test('a key on the contest judges all of it', function()
  press(1, 'r')
  shows('both', {
    '^Spring$',
    '^  A  Second  .* S%+  1  S%-  1  TPR  100%%  TNR  100%%  ',
    '^  B  one     .* S%+  1  S%-  1  TPR  100%%  TNR  100%%  ',
    '^     gone ',
    '^  ! ',
  })
end)

H.test('a save changes the line of its problem, and no other', function()
  vim.cmd.wincmd('p')
  vim.cmd.edit(vim.fs.joinpath(contest, 'two/wa_small.c'))
  local bufnr = vim.api.nvim_get_current_buf()
  S.replace(bufnr, 'n < 10 ? n + 3 : 2 * n', 'n + n')
  S.save(bufnr)
  shows('an error', {
    '^Spring$',
    '^  A  Second  .* S%+  1  S%-  1  TPR  100%%  TNR    0%%  1 error',
    '^  B  one     .* S%+  1  S%-  1  TPR  100%%  TNR  100%%  ',
    '^     gone ',
    '^  ! ',
  })
end)

H.test('keys on a problem open its solution and its matrix', function()
  press(2, '<CR>')
  H.eq('two/sol.c', file_of())
  press(2, 'm')
  H.eq('touchstone-matrix', vim.bo.filetype)
  H.wait('the matrix', function()
    return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n'):find('wa_small.c', 1, true)
  end)
  vim.cmd.normal('g?')
  local help = S.text_of(H.wait('the help', S.floating))
  H.has(help, '\nS     stop the run under way\nq     close')
  S.close_floating()
  vim.cmd.normal('q')
  press(4, 'g?')
  H.has(
    S.text_of(H.wait('the help', S.floating)),
    'R     judge everything\nm     open the matrix of the problem\nS     stop'
  )
  S.close_floating()
end)

H.test('the list is opened from the page, with what is wrong at its line', function()
  press(4, '<CR>')
  H.eq('problems.yaml', file_of())
  local bufnr = vim.api.nvim_get_current_buf()
  H.wait('the server to hear of it', function()
    return #vim.lsp.get_clients({ bufnr = bufnr, name = 'touchstone' }) == 1
  end)
  local found = H.wait('the finding', function()
    return vim.diagnostic.get(bufnr)[1]
  end)
  H.eq({ 'touchstone', 'manifest-stale', 5, 6 }, { found.source, found.code, found.lnum, found.col })
  H.has(found.message, 'there is no folder gone beside this file')
  H.eq(1, #vim.lsp.get_clients({ name = 'touchstone' }))
end)

H.test('a list that is mended has no finding, and its order is that of the page', function()
  local bufnr = vim.api.nvim_get_current_buf()
  vim.api.nvim_buf_set_lines(bufnr, 0, -1, false, { '- id: one', '  label: A', '- id: two', '  label: B' })
  S.save(bufnr)
  shows('another order', { '^Spring$', '^  A  one  ', '^  B  two  .*1 error' })
  H.wait('no finding', function()
    return #vim.diagnostic.get(bufnr) == 0
  end)
end)

H.test('a list that is opened first starts the server of the contest', function()
  local before = S.client()
  before:stop()
  H.wait('its end', function()
    return not S.client()
  end)
  vim.cmd('silent %bwipeout!')
  vim.cmd.edit(vim.fs.joinpath(contest, 'problems.yaml'))
  H.wait('the client', function()
    return S.client() and S.client().initialized
  end)
  H.eq(contest, S.client().root_dir)
end)

H.test('nothing was said', function()
  H.eq({}, S.said)
end)

H.finish()
