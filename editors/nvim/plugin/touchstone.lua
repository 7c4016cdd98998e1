-- What must be there from the start: the command, <Plug> maps, highlight groups, the server. Nothing of the plugin is
-- loaded before it is used.

if vim.g.loaded_touchstone then
  return
end
vim.g.loaded_touchstone = true

if vim.fn.has('nvim-0.11.3') == 0 then
  vim.notify_once('touchstone: Neovim 0.11.3 or newer is needed', vim.log.levels.ERROR)
  return
end

vim.api.nvim_create_user_command('Touchstone', function(args)
  require('touchstone.commands').run(args)
end, {
  nargs = '+',
  bang = true,
  desc = 'Touchstone: judge, look at the matrix, at tests and findings, have proposals made, trust folders',
  complete = function(lead, line, position)
    return require('touchstone.commands').complete(lead, line, position)
  end,
})

for name, desc in pairs({
  run = 'judge the problem',
  matrix = 'open the matrix',
  problems = 'list the problems, by contest',
  test = 'look at a test',
  explain = 'explain the finding under the cursor',
  findings = 'list the findings of the problem',
  label = 'label a solution',
  hack = 'have tests proposed',
  fix = 'have the finding under the cursor repaired',
  minimize = 'have the suite made smaller',
  probe = 'probe checker, interactor and validators',
  mutate = 'try mutants of the main solution',
  calibrate = 'measure solutions and suggest limits',
  cancel = 'stop the run or the proposal under way',
}) do
  vim.keymap.set('n', ('<Plug>(touchstone-%s)'):format(name), function()
    vim.cmd.Touchstone(name)
  end, { desc = 'Touchstone: ' .. desc })
end

local links = {
  TouchstoneTitle = 'Title',
  TouchstoneHead = 'Comment',
  TouchstoneGroup = 'Label',
  TouchstonePath = 'Normal',
  TouchstoneSkipped = 'NonText',
  TouchstoneStale = 'Comment',
  TouchstoneAccepted = 'DiagnosticOk',
  TouchstoneWrong = 'DiagnosticError',
  TouchstoneTime = 'DiagnosticWarn',
  TouchstoneCrash = 'DiagnosticInfo',
  TouchstoneFail = 'ErrorMsg',
  TouchstoneMet = 'DiagnosticOk',
  TouchstoneUnmet = 'DiagnosticError',
  TouchstoneDetail = 'Comment',
  TouchstoneWords = 'DiagnosticInfo',
  TouchstoneExpected = 'Removed',
  TouchstoneFound = 'Added',
  TouchstoneFirstDifference = 'DiffText',
}
local function link_all()
  for group, target in pairs(links) do
    vim.api.nvim_set_hl(0, group, { link = target, default = true })
  end
end
link_all()
vim.api.nvim_create_autocmd('ColorScheme', {
  group = vim.api.nvim_create_augroup('touchstone.colours', {}),
  callback = link_all,
})

-- What lenses and code actions ask for.
local lens_commands =
  { 'run', 'showMatrix', 'showTest', 'explain', 'hack', 'write', 'fix', 'minimize', 'probe', 'mutate', 'calibrate' }
for _, name in ipairs(lens_commands) do
  vim.lsp.commands['touchstone.' .. name] = function(command, ctx)
    require('touchstone.client').lens(name, command, ctx)
  end
end

local chosen = vim.g.touchstone
if type(chosen) == 'function' then
  -- One that fails is told of where options are read.
  local ok, answer = pcall(chosen)
  chosen = ok and answer or nil
end
if type(chosen) ~= 'table' or chosen.enable ~= false then
  vim.lsp.enable('touchstone')
end
