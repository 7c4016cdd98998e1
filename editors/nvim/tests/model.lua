-- A language model for tests, in this process: it gives the answers of a folder in tests/answers, one after the other, or
-- none at all.
local M = { requests = {}, n_closed = 0 }

--- The answers that are written down for a problem.
---@param folder string
local function answers(folder)
  local names = {}
  for name in vim.fs.dir(folder) do
    names[#names + 1] = name
  end
  table.sort(names)
  return vim.tbl_map(function(name)
    return table.concat(vim.fn.readfile(vim.fs.joinpath(folder, name)), '\n')
  end, names)
end

local function streamed(text)
  local events = {
    vim.json.encode({ choices = { { index = 0, delta = { role = 'assistant', content = text } } } }),
    vim.json.encode({ choices = { { index = 0, delta = vim.empty_dict(), finish_reason = 'stop' } } }),
    vim.json.encode({ choices = {}, usage = { prompt_tokens = 1000, completion_tokens = 100 } }),
    '[DONE]',
  }
  local head = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n'
  return head .. table.concat(vim.tbl_map(function(event)
    return 'data: ' .. event .. '\n\n'
  end, events))
end

--- Starts it, and says where it is; `M.is_silent` makes it keep questions open.
---@param folder string
---@return string base_url
function M.start(folder)
  local left = answers(folder)
  local server = assert(vim.uv.new_tcp())
  assert(server:bind('127.0.0.1', 0))
  server:listen(16, function()
    local connection = assert(vim.uv.new_tcp())
    server:accept(connection)
    local got = ''
    connection:read_start(function(_, data)
      if not data then
        M.n_closed = M.n_closed + 1
        return connection:close()
      end
      got = got .. data
      local head, body = got:match('^(.-)\r\n\r\n(.*)$')
      local length = head and tonumber(head:lower():match('content%-length: (%d+)'))
      if not length or #body < length then
        return
      end
      got = ''
      M.requests[#M.requests + 1] = { head = head, body = body }
      if M.is_silent then
        return
      end
      vim.schedule(function()
        connection:write(streamed(table.remove(left, 1) or '{}'), function()
          connection:shutdown()
        end)
      end)
    end)
  end)
  -- Answers are kept by address, and a port may have been that of a server before.
  return ('http://127.0.0.1:%d/%d-%d/v1'):format(server:getsockname().port, vim.uv.os_getpid(), vim.uv.hrtime())
end

return M
