--- What the person chose in `vim.g.touchstone`, checked at first use.
local M = {}

---@class touchstone.Options
---@field enable? boolean Start the server for problem folders (default true)
---@field codelens? boolean Show code lenses in buffers of problems (default true)
---@field restart? boolean Start the server again after a crash (default true)
---@field matrix_split? string How the matrix opens: a command modifier such as 'botright' or 'vertical' (default 'botright')
---@field log_split? string How the log opens (default 'botright')
---@field api_key? (fun(origin: string): string?)|string[] Where the key of a language model is: a function, or a program
---@field model? touchstone.Model Has a language model answer, where `provider` is `editor`

---@class touchstone.Config
---@field enable boolean
---@field codelens boolean
---@field restart boolean
---@field matrix_split string
---@field log_split string
---@field api_key? (fun(origin: string): string?)|string[]
---@field model? touchstone.Model

--- Asks a model: `part` is called with each part of the answer, `done` at the end, with a sentence where there is no answer. What
--- it returns is called when nobody waits any more.
---@alias touchstone.Model fun(text: string, part: fun(text: string), done: fun(error?: string)): fun()?

---@type touchstone.Config
M.defaults = {
  enable = true,
  codelens = true,
  restart = true,
  matrix_split = 'botright',
  log_split = 'botright',
}

--- Options without a default, with what they may be.
---@type table<string, string[]>
local OPTIONAL = { api_key = { 'function', 'table' }, model = { 'function' } }

--- What is wrong with options, as sentences with the path of the field; and the options without that.
---@param options unknown
---@return touchstone.Config
---@return string[]
function M.check(options)
  local config, wrong = vim.deepcopy(M.defaults), {}
  if type(options) == 'function' then
    local ok, answer = pcall(options)
    if not ok then
      return config, { ('vim.g.touchstone is a function that fails: %s'):format(answer) }
    end
    options = answer
  end
  if options == nil then
    return config, wrong
  end
  if type(options) ~= 'table' then
    return config,
      { ('vim.g.touchstone must be a table, or a function that returns one, not a %s'):format(type(options)) }
  end
  for name, value in vim.spairs(options) do
    local default = M.defaults[name]
    local path = 'vim.g.touchstone.' .. tostring(name)
    if OPTIONAL[name] then
      if vim.tbl_contains(OPTIONAL[name], type(value)) then
        config[name] = value
      else
        local kinds = table.concat(OPTIONAL[name], ' or a ')
        wrong[#wrong + 1] = ('%s must be a %s, not a %s'):format(path, kinds, type(value))
      end
    elseif default == nil then
      local known = table.concat(vim.list_extend(vim.tbl_keys(M.defaults), vim.tbl_keys(OPTIONAL)), ', ')
      wrong[#wrong + 1] = ('%s is no option; there are %s'):format(path, known)
    elseif type(value) ~= type(default) then
      wrong[#wrong + 1] = ('%s must be a %s, not a %s'):format(path, type(default), type(value))
    else
      config[name] = value
    end
  end
  return config, wrong
end

---@type { of: unknown, config: touchstone.Config }?
local known

---@return touchstone.Config
function M.get()
  local options = vim.g.touchstone
  if not known or not vim.deep_equal(known.of, options) then
    local config, wrong = M.check(options)
    for _, words in ipairs(wrong) do
      vim.notify_once('touchstone: ' .. words, vim.log.levels.WARN)
    end
    known = { of = options, config = config }
  end
  return known.config
end

return M
