-- What the parts of the session share: a Neovim with the plugin in a copy of an example problem, and questions to it.
local here = vim.fs.dirname(vim.fs.dirname(vim.fs.abspath(debug.getinfo(1, 'S').source:sub(2))))
local H = dofile(here .. '/tests/harness.lua')
local S = { H = H, here = here }
S.dir = assert(vim.uv.fs_realpath(vim.env.PROBLEM))
--- A file of the problem that is open.
S.file = 'val.cpp'
assert(vim.env.XDG_STATE_HOME, 'XDG_STATE_HOME must be set')
vim.opt.runtimepath:prepend(here)
vim.o.swapfile = false
vim.o.hidden = true

--- What was said, what was asked, and the answer to questions: the title of a choice, or the choice.
S.said, S.asked, S.answer = {}, {}, nil
vim.notify = function(words)
  S.said[#S.said + 1] = words
end
vim.ui.select = function(items, options, choose)
  S.asked[#S.asked + 1] = options.prompt
  choose(S.answer and vim.iter(items):find(function(item)
    return item == S.answer or item.title == S.answer
  end))
end
--- Parts of words that the tests bring about.
S.wanted = {}
S.progress, S.statuses, S.n_changes = {}, {}, 0
vim.api.nvim_create_autocmd('LspProgress', {
  callback = function(event)
    S.progress[#S.progress + 1] = event.data.params.value
  end,
})
vim.api.nvim_create_autocmd('User', {
  pattern = 'TouchstoneStatus',
  callback = function(event)
    S.statuses[#S.statuses + 1] = event.data
  end,
})
vim.api.nvim_create_autocmd('User', {
  pattern = 'TouchstoneMatrixChanged',
  callback = function()
    S.n_changes = S.n_changes + 1
  end,
})

vim.lsp.config('touchstone', {
  cmd = { vim.env.TOUCHSTONE, 'lsp' },
  -- What begins by itself would take the time and the core that a test needs.
  settings = { touchstone = { editor = { probe_when_idle = false } } },
})
vim.cmd('filetype plugin on | syntax on')
vim.cmd.source(here .. '/plugin/touchstone.lua')
vim.cmd.source(here .. '/ftdetect/touchstone.lua')
H.eq(nil, package.loaded['touchstone.client'], 'nothing is loaded before it is used')

function S.path(name)
  return vim.fs.joinpath(S.dir, name)
end
function S.edit(name)
  vim.cmd.edit(S.path(name))
  return vim.api.nvim_get_current_buf()
end
function S.client()
  return vim.lsp.get_clients({ name = 'touchstone' })[1]
end
function S.problem()
  return require('touchstone').problem(vim.fn.bufnr(S.path(S.file)))
end
function S.diagnostics(name)
  local bufnr = vim.fn.bufnr(S.path(name))
  return bufnr == -1 and {} or vim.diagnostic.get(bufnr)
end
function S.find(name, code)
  return vim.iter(S.diagnostics(name)):find(function(one)
    return one.code == code
  end)
end
function S.is_idle()
  local it = S.problem()
  return it and it.status and not it.status.busy and it.status.message ~= 'not checked yet'
end
--- Does what causes a run, and waits for what that is to show.
function S.after_run(action, what, condition)
  local n_before = #S.statuses
  action()
  H.wait('a run', function()
    return vim.iter(S.statuses):skip(n_before):any(function(status)
      return status.busy
    end)
  end)
  return H.wait(what, function()
    return S.is_idle() and condition()
  end)
end
function S.replace(bufnr, from, to)
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
function S.save(bufnr)
  vim.api.nvim_buf_call(bufnr, function()
    vim.cmd('silent write')
  end)
end
function S.lenses(bufnr)
  local all = vim.fn.has('nvim-0.12') == 1 and vim.lsp.codelens.get({ bufnr = bufnr }) or vim.lsp.codelens.get(bufnr)
  return vim.tbl_map(function(one)
    return one.lens or one
  end, all)
end
function S.lens(bufnr, pattern)
  return vim.iter(S.lenses(bufnr)):find(function(one)
    return one.command.title:find(pattern) ~= nil
  end)
end
function S.floating()
  return vim.iter(vim.api.nvim_list_wins()):find(function(win)
    return vim.api.nvim_win_get_config(win).relative ~= ''
  end)
end
function S.text_of(win)
  return table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(win), 0, -1, false), '\n')
end
function S.close_floating()
  local win = S.floating()
  if win then
    vim.api.nvim_win_close(win, true)
  end
end

--- Waits for something that is said, and was not before.
function S.hears(action, ...)
  local n_before = #S.said
  local parts = { ... }
  action()
  return H.wait('words', function()
    return vim.iter(S.said):skip(n_before):find(function(words)
      return vim.iter(parts):all(function(part)
        return words:find(part, 1, true) ~= nil
      end)
    end)
  end)
end

--- What the server answers to a request of Neovim's.
function S.ask(bufnr, method, params)
  local answers, err = vim.lsp.buf_request_sync(bufnr, method, params, 120000)
  for _, answer in pairs(answers or {}) do
    if answer.result and answer.result ~= vim.NIL then
      return answer.result
    end
  end
  error(('%s: no answer (%s)'):format(method, err or vim.inspect(answers)), 2)
end

-- What is told when something is waited for in vain.
H.scene = function()
  local it = S.problem() or {}
  local lines = S.matrix_buf and vim.api.nvim_buf_get_lines(S.matrix_buf, 0, -1, false) or {}
  return vim.inspect({ status = it.status, generation = (it.matrix or {}).generation, matrix = lines, said = S.said })
end

function S.rows()
  local all = {}
  for _, line in ipairs(vim.api.nvim_buf_get_lines(S.matrix_buf, 0, -1, false)) do
    local name, rest = line:match('^  (%S+)%s+(.*)$')
    if name then
      all[name] = rest
    end
  end
  return all
end
--- The first line and the column of a test in the matrix window.
function S.go_to(solution, test)
  for i, line in ipairs(vim.api.nvim_buf_get_lines(S.matrix_buf, 0, -1, false)) do
    if line:find('^  ' .. vim.pesc(solution) .. ' ') then
      local at = line:find('%s[%.%-A-Z]', 3 + #solution)
      vim.api.nvim_win_set_cursor(0, { i, at + test - 1 + math.floor((test - 1) / 10) })
      return
    end
  end
  error(solution .. ' is not in the matrix')
end

return S
