--- `:Touchstone {subcommand} …`
local client = require('touchstone.client')
local subcommands = require('touchstone.subcommands')

local M = {}

---@param args vim.api.keyset.create_user_command.command_args
function M.run(args)
  local words = args.fargs
  local name = table.remove(words, 1)
  local subcommand = subcommands.all[name]
  if not subcommand then
    local known = vim.tbl_keys(subcommands.all)
    table.sort(known)
    client.say(('there is no `%s`; there are %s'):format(name, table.concat(known, ', ')), vim.log.levels.ERROR)
    return
  end
  subcommand.run(words, args.bang)
end

---@param lead string
---@param line string
---@param position integer
---@return string[]
function M.complete(lead, line, position)
  local words = vim.split(line:sub(1, position), '%s+', { trimempty = true })
  while #words > 0 and not words[1]:match('^%u') do
    table.remove(words, 1) -- modifiers such as `vertical`, a range
  end
  if lead == '' then
    words[#words + 1] = ''
  end
  local n = #words - 2
  local all
  if n <= 0 then
    all = vim.tbl_keys(subcommands.all)
  else
    local subcommand = subcommands.all[words[2]]
    all = subcommand and subcommand.complete and subcommand.complete(n, vim.list_slice(words, 3)) or {}
  end
  local matching = vim.tbl_filter(function(one)
    return vim.startswith(one, lead)
  end, all)
  if n <= 0 then
    table.sort(matching)
  end
  return matching
end

return M
