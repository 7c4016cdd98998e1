-- The default configuration of the server; `vim.lsp.config('touchstone', {…})` lays yours over it.
-- What the functions need is loaded when they are called.

---@type vim.lsp.Config
return {
  -- The variable is for working on the server itself.
  cmd = { vim.env.__TOUCHSTONE_SERVER_DEBUG or 'touchstone', 'lsp' },
  filetypes = {
    'c',
    'checktestdata',
    'cpp',
    'json',
    'markdown',
    'plaintex',
    'python',
    'tex',
    'touchstone-script',
    'toml',
    'xml',
    'yaml',
  },
  -- The server may ask for keys of language models, by `touchstone/apiKey`.
  capabilities = { experimental = { touchstone = { apiKey = true } } },
  root_dir = function(bufnr, on_dir)
    require('touchstone.client').root_dir(bufnr, on_dir)
  end,
  before_init = function(params, config)
    require('touchstone.client').before_init(params, config)
  end,
  on_attach = function(client, bufnr)
    require('touchstone.client').on_attach(client, bufnr)
  end,
  on_exit = function(code, signal, client_id)
    require('touchstone.client').on_exit(code, signal, client_id)
  end,
  handlers = {
    ['textDocument/diagnostic'] = function(err, report, ctx)
      require('touchstone.client').on_diagnostic(err, report, ctx)
    end,
    ['touchstone/status'] = function(_, params, ctx)
      require('touchstone.client').on_status(params, ctx)
    end,
    ['touchstone/problemsChanged'] = function(_, params, ctx)
      require('touchstone.client').on_problems_changed(params, ctx)
    end,
    ['touchstone/apiKey'] = function(_, params)
      return require('touchstone.keys').answer(params)
    end,
    ['touchstone/modelRequest'] = function(_, params, ctx)
      require('touchstone.own_model').on_request(params, ctx)
    end,
    ['touchstone/modelCancel'] = function(_, params, ctx)
      require('touchstone.own_model').on_cancel(params, ctx)
    end,
    ['touchstone/matrixChanged'] = function(_, params, ctx)
      require('touchstone.client').on_matrix_changed(params, ctx)
    end,
  },
}
