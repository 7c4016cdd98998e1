--- :checkhealth touchstone
local M = {}

local health = vim.health

local function check_neovim()
  health.start('Neovim')
  local version = tostring(vim.version())
  if vim.fn.has('nvim-0.11.3') == 0 then
    health.error(('Neovim %s is too old'):format(version), { 'Install Neovim 0.11.3 or newer.' })
    return
  end
  health.ok('Neovim ' .. version)
  if vim.fn.has('nvim-0.12') == 0 then
    health.info('Neovim 0.11 shows code lenses at the ends of lines, 0.12 above them')
  end
end

local function check_options()
  health.start('Options')
  local _, wrong = require('touchstone.config').check(vim.g.touchstone)
  if #wrong == 0 then
    health.ok(vim.g.touchstone == nil and 'vim.g.touchstone is not set, and need not be' or 'vim.g.touchstone is fine')
  end
  for _, words in ipairs(wrong) do
    health.error(words, { ':help touchstone-options' })
  end
  if vim.lsp.is_enabled and not vim.lsp.is_enabled('touchstone') then
    health.warn('the server is not enabled', { "vim.lsp.enable('touchstone')" })
  end
  local copies = vim.api.nvim_get_runtime_file('lsp/touchstone.lua', true)
  if #copies > 1 then
    health.warn('the plugin is there more than once: ' .. table.concat(copies, ', '), { 'Keep one of them.' })
  end
end

local function check_server()
  health.start('Server')
  local server = require('touchstone.server')
  local cmd = server.cmd()
  if not cmd then
    health.info('the server is started by a function')
    return
  end
  if vim.fn.executable(cmd[1]) == 0 then
    health.error(('`%s` was not found'):format(cmd[1]), {
      'Install it: cargo install --path server',
      "Or say where it is: vim.lsp.config('touchstone', { cmd = { '/path/to/touchstone', 'lsp' } })",
    })
    return
  end
  local version, error = server.ask({ '--version' })
  if not version then
    health.error(('`%s --version` does not answer: %s'):format(cmd[1], error), { 'Install it again.' })
    return
  end
  health.ok(('%s (%s)'):format(vim.trim(version), vim.fn.exepath(cmd[1])))

  health.start('What the server found on this machine')
  local said, why = server.ask({ 'doctor', '--quick', '--color', 'never' })
  if not said then
    health.warn('`touchstone doctor` does not answer: ' .. why)
    return
  end
  for _, one in ipairs(server.parse_doctor(said)) do
    if one.words:find('not found', 1, true) or one.words:find('limits-only', 1, true) then
      health.warn(('%s: %s'):format(one.name, one.words), { '`touchstone doctor` in a terminal says what to do.' })
    elseif one.name ~= 'touchstone' then
      health.ok(('%s: %s'):format(one.name, one.words))
    end
  end
end

local function check_clients()
  health.start('Folders')
  local clients = vim.lsp.get_clients({ name = 'touchstone' })
  if #clients == 0 then
    health.info('no server runs: none is needed until a file of a problem is open')
  end
  for _, client in ipairs(clients) do
    health.ok(('%s: served for %d buffers'):format(client.root_dir or '?', vim.tbl_count(client.attached_buffers)))
  end
  for root, answer in vim.spairs(require('touchstone.trust').all()) do
    local words = answer and 'trusted: its programs are compiled and run' or 'not trusted: nothing is compiled or run'
    health.info(('%s is %s'):format(root, words))
  end
  local loaded = package.loaded['touchstone.client']
  for _, problem in pairs(loaded and loaded.problems or {}) do
    if problem.status and problem.status.health == 'error' then
      health.info(('%s: %s'):format(problem.path, problem.status.message))
    end
  end
end

local function check_others()
  health.start('Other servers')
  local seen = {}
  for _, client in ipairs(vim.lsp.get_clients({ name = 'touchstone' })) do
    for bufnr in pairs(client.attached_buffers) do
      for _, other in ipairs(vim.lsp.get_clients({ bufnr = bufnr })) do
        if other.name ~= 'touchstone' and not seen[other.name] then
          seen[other.name] = true
          local differs = other.offset_encoding ~= client.offset_encoding
          health.info(
            ('%s is there too%s'):format(
              other.name,
              differs and (', counting in %s; Neovim handles both'):format(other.offset_encoding) or ''
            )
          )
        end
      end
    end
  end
  if not next(seen) then
    health.ok('none beside this one')
  end
end

function M.check()
  check_neovim()
  if vim.fn.has('nvim-0.11.3') == 0 then
    return
  end
  check_options()
  check_server()
  check_clients()
  check_others()
end

return M
