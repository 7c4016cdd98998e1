-- nvim --headless --clean -l tests/loops.lua      one of the ways to have something proposed, from the command to the page
--
-- TOUCHSTONE, PROBLEM and XDG_STATE_HOME as for session.lua. FILE is opened, ANSWERS is a folder in tests/answers, COMMAND
-- what is typed behind `:Touchstone`, and each line of WORDS has to be on the page. Where BY names a script, it answers as a
-- command of the user's settings, else a server does.
local folder = vim.fs.dirname(vim.fs.abspath(debug.getinfo(1, 'S').source:sub(2)))
local S = dofile(folder .. '/scene.lua')
local H = S.H
local model = dofile(folder .. '/model.lua')
S.file = vim.env.FILE

local answers = vim.fs.joinpath(S.here, '..', '..', 'tests', 'answers', vim.env.ANSWERS)
local by = vim.env.BY
if by then
  local settings = vim.fs.joinpath(vim.env.XDG_CONFIG_HOME, 'touchstone')
  local given = vim.fs.joinpath(vim.env.XDG_STATE_HOME, 'given')
  vim.fn.mkdir(settings, 'p')
  vim.fn.writefile({
    '[llm]',
    'provider = "command"',
    'command = ' .. vim.json.encode({ by, vim.fs.normalize(answers), given }),
  }, vim.fs.joinpath(settings, 'config.toml'))
else
  vim.lsp.config('touchstone', {
    cmd_env = { TOUCHSTONE_LLM_BASE_URL = model.start(answers), TOUCHSTONE_LLM_MODEL = 'scripted' },
  })
end

H.test((':Touchstone %s (%s)'):format(vim.env.COMMAND, vim.env.ANSWERS), function()
  S.edit(S.file)
  H.wait('the client', function()
    return S.client() and S.client().initialized
  end)
  local before = S.client().id
  vim.cmd('Touchstone trust')
  H.wait('a server that may run programs', function()
    return S.client() and S.client().initialized and S.client().id ~= before and S.is_idle()
  end)
  S.answer = 'Send once'
  vim.cmd('Touchstone ' .. vim.env.COMMAND)
  local win = H.wait('the page', function()
    local win = S.floating()
    return win and vim.b[vim.api.nvim_win_get_buf(win)].touchstone_proposal and win
  end, 240000)
  local text = S.text_of(win)
  for words in vim.gsplit(vim.env.WORDS, '\n', { trimempty = true }) do
    H.has(text, words)
  end
  H.has(S.asked[#S.asked], 'bytes')
  if by then
    H.has(S.asked[#S.asked], by)
  end
end)

H.finish()
