--- What the person said with `:Touchstone trust`: whether programs below a folder may be compiled and run. It goes to the
--- server when that starts. Folders about which nothing is said here are the server's affair: it asks, and keeps the
--- answer itself.
local M = {}

local function file()
  return vim.fs.joinpath(vim.fn.stdpath('state'), 'touchstone', 'trust.json')
end

---@return table<string, boolean>
function M.all()
  local opened = io.open(file(), 'rb')
  if not opened then
    return {}
  end
  local text = opened:read('*a')
  opened:close()
  local ok, said = pcall(vim.json.decode, text)
  if not ok or type(said) ~= 'table' then
    return {}
  end
  local answers = {}
  for root, answer in pairs(said) do
    if type(root) == 'string' and type(answer) == 'boolean' then
      answers[root] = answer
    end
  end
  return answers
end

--- The nearest folder above a path, or the path itself, about which something was said.
---@param path string without links
---@return string? root
---@return boolean? answer
function M.above(path)
  local answers = M.all()
  if answers[path] ~= nil then
    return path, answers[path]
  end
  for dir in vim.fs.parents(path) do
    if answers[dir] ~= nil then
      return dir, answers[dir]
    end
  end
end

--- Keeps an answer; nil takes it back.
---@param root string without links
---@param answer boolean?
---@return string? error
function M.set(root, answer)
  local answers = M.all()
  answers[root] = answer
  local path = file()
  local made, refusal = pcall(vim.fn.mkdir, vim.fs.dirname(path), 'p')
  if not made then
    return tostring(refusal)
  end
  -- Whole or not at all, whoever else writes.
  local fresh = ('%s.%d'):format(path, vim.uv.os_getpid())
  local opened, err = io.open(fresh, 'wb')
  if not opened then
    return err
  end
  local text = vim.json.encode(next(answers) and answers or vim.empty_dict())
  local written, short = opened:write(text)
  local closed, unkept = opened:close()
  if not written or not closed then
    vim.uv.fs_unlink(fresh)
    return short or unkept
  end
  local ok, why = vim.uv.fs_rename(fresh, path)
  return not ok and why or nil
end

return M
