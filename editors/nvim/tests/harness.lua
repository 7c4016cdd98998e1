-- A few words for tests; nothing but Neovim is needed.
local H = { failed = 0, passed = 0, skipped = {} }

function H.eq(want, got, what)
  if not vim.deep_equal(want, got) then
    error(('%s: wanted %s, got %s'):format(what or 'not equal', vim.inspect(want), vim.inspect(got)), 2)
  end
end

function H.ok(value, what)
  if not value then
    error((what or 'it') .. ' is not so', 2)
  end
  return value
end

function H.has(text, part)
  if type(text) == 'table' then
    text = table.concat(text, '\n')
  end
  if not text:find(part, 1, true) then
    error(('%q is not in:\n%s'):format(part, text), 2)
  end
end

function H.wait(what, condition, ms)
  local value
  local done = vim.wait(ms or tonumber(vim.env.PATIENCE_MS) or 120000, function()
    value = condition()
    return value
  end, 20)
  if not done then
    error('waited in vain for ' .. what .. (H.scene and '\n' .. H.scene() or ''), 2)
  end
  return value
end

--- Ends a test that cannot be made here, and says so at the end too.
function H.skip(why)
  error({ skip = why }, 0)
end

function H.test(name, body)
  local began = vim.uv.hrtime()
  local ok, err = xpcall(body, function(e)
    return type(e) == 'table' and e or debug.traceback(e)
  end)
  local verdict = 'ok      '
  if not ok and type(err) == 'table' and err.skip then
    verdict = 'SKIPPED '
    H.skipped[#H.skipped + 1] = ('%s: %s'):format(name, err.skip)
  elseif ok then
    H.passed = H.passed + 1
  else
    verdict = 'NOT OK  '
    H.failed = H.failed + 1
  end
  io.stdout:write(('%s%s (%d ms)\n'):format(verdict, name, (vim.uv.hrtime() - began) / 1e6))
  if verdict == 'NOT OK  ' then
    io.stdout:write(tostring(err) .. '\n')
  end
  io.stdout:flush()
end

function H.finish()
  for _, why in ipairs(H.skipped) do
    io.stdout:write('NOT TRIED, ' .. why .. '\n')
  end
  io.stdout:write(('%d passed, %d failed, %d not tried\n'):format(H.passed, H.failed, #H.skipped))
  for _, client in ipairs(vim.lsp.get_clients()) do
    client:stop(true)
  end
  os.exit(H.failed == 0 and 0 or 1)
end

return H
