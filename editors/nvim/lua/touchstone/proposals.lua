--- What the server proposes: tests, missing programs, repairs, smaller suites. It is shown with its proof, and made only
--- when the person says so. What probes and mutants came to is shown likewise, and there is nothing to make of it.
local client = require('touchstone.client')
local here = require('touchstone.here')

local M = {}

local WORDS = {
  hack = 'tests',
  write = 'program',
  fix = 'repair',
  minimize = 'suite',
  probe = 'probes',
  mutate = 'mutants',
  calibrate = 'limits',
}

--- An edit that was agreed to as a whole: nobody need be asked about its parts.
---@param edit table
---@return table
function M.agreed(edit)
  edit = vim.deepcopy(edit)
  edit.changeAnnotations = nil
  for _, change in ipairs(edit.documentChanges or {}) do
    change.annotationId = nil
    if change.textDocument then
      -- A file that is not open has no version, which Neovim writes as 0.
      change.textDocument.version = change.textDocument.version or 0
    end
    for _, one in ipairs(change.edits or {}) do
      one.annotationId = nil
    end
  end
  return edit
end

--- The text of a file as it is now: of the buffer where there is one, else of the disk; nil where there is no file.
---@param uri string
---@return string?
local function text_of(uri)
  local bufnr = vim.fn.bufnr(vim.uri_to_fname(uri))
  if bufnr ~= -1 and vim.api.nvim_buf_is_loaded(bufnr) then
    return table.concat(vim.api.nvim_buf_get_lines(bufnr, 0, -1, true), '\n')
  end
  local file = io.open(vim.uri_to_fname(uri), 'rb')
  if not file then
    return nil
  end
  local text = file:read('*a')
  file:close()
  -- As a buffer has it.
  return (text:gsub('\r\n', '\n'):gsub('\n$', ''):gsub('^\239\187\191', ''))
end

--- What an edit changes and makes, as it is now.
---@param edit table
---@return table<string, string|false>
function M.texts(edit)
  local texts = {}
  for _, change in ipairs(edit.documentChanges or {}) do
    local uri = change.uri or change.textDocument.uri
    texts[uri] = text_of(uri) or false
  end
  return texts
end

--- Neovim looks at the version of the first document alone, and empties files that are to be made and are there.
---@param before table<string, string|false>
---@param edit table
---@return string? the file that is another one by now
function M.changed(before, edit)
  for uri, now in pairs(M.texts(edit)) do
    if now ~= before[uri] then
      return vim.fn.fnamemodify(vim.uri_to_fname(uri), ':t')
    end
  end
end

--- Makes an edit. The files that it makes end as it says: Neovim alone leaves an empty line at their ends, which is one too
--- many in an input, and ends a last line that is to have no end.
---@param edit table
---@param encoding string
function M.apply(edit, encoding)
  vim.lsp.util.apply_workspace_edit(M.agreed(edit), encoding)
  local is_new = {}
  for _, change in ipairs(edit.documentChanges or {}) do
    if change.kind == 'create' then
      is_new[change.uri] = true
    elseif change.textDocument and is_new[change.textDocument.uri] and #change.edits == 1 then
      local bufnr = vim.uri_to_bufnr(change.textDocument.uri)
      local is_ended = vim.endswith(change.edits[1].newText, '\n')
      if is_ended and vim.api.nvim_buf_get_lines(bufnr, -2, -1, true)[1] == '' then
        vim.api.nvim_buf_set_lines(bufnr, -2, -1, true, {})
      end
      vim.bo[bufnr].endofline, vim.bo[bufnr].fixendofline = is_ended, is_ended
    end
  end
end

---@param problem touchstone.Problem
---@param edit table
---@param before table<string, string|false>
local function apply(problem, edit, before)
  local of = vim.lsp.get_client_by_id(problem.client_id)
  if not of then
    return client.say('the server has ended; ask again', vim.log.levels.ERROR)
  end
  local changed = M.changed(before, edit)
  if changed then
    local words = ('%s was changed since this was proposed; nothing was applied, ask again'):format(changed)
    return client.say(words, vim.log.levels.ERROR)
  end
  M.apply(edit, of.offset_encoding)
  local names = here.unsaved(problem)
  local words = 'the proposal is applied'
  if #names > 0 then
    words = ('%s; not saved yet: %s'):format(words, table.concat(names, ', '))
  end
  client.say(words)
end

--- Shows a proposal in a window of its own: `a` applies it, `q` and `<Esc>` discard it.
---@param problem touchstone.Problem
---@param name string the command's
---@param answer { page: string, edit?: table }
function M.show(problem, name, answer)
  local keys = answer.edit and 'a apply · q discard' or 'q close'
  local lines = vim.split(answer.page, '\n', { trimempty = true })
  local title = (' %s: %s '):format(WORDS[name], keys)
  local look = { title = title, filetype = 'markdown', is_prose = true }
  local bufnr, win = require('touchstone.view').float(lines, look)
  vim.b[bufnr].touchstone_problem = problem.uri
  vim.b[bufnr].touchstone_proposal = name
  if answer.edit then
    local before = M.texts(answer.edit)
    vim.keymap.set('n', 'a', function()
      vim.api.nvim_win_close(win, true)
      apply(problem, answer.edit, before)
    end, { buffer = bufnr, nowait = true, silent = true, desc = 'apply' })
  end
end

--- Has a proposal made. It can be cancelled as runs are.
---@param problem touchstone.Problem
---@param name 'hack'|'write'|'fix'|'minimize'|'probe'|'mutate'|'calibrate'
---@param options table
function M.make(problem, name, options)
  client.cancellable(client.command(problem, name, options, function(answer)
    M.show(problem, name, answer)
  end))
end

local BOOLEANS = { ['true'] = true, ['false'] = false }

--- Options that are written as `name=value`; numbers and booleans where these are ones.
---@param args string[]
---@return table options
---@return string[] others
function M.options(args)
  local options, others = {}, {}
  for _, arg in ipairs(args) do
    local name, value = arg:match('^([%w_-]+)=(.+)$')
    if name then
      local plain = tonumber(value) or BOOLEANS[value]
      options[name:gsub('-', '_')] = plain == nil and value or plain
    else
      others[#others + 1] = arg
    end
  end
  return options, others
end

return M
