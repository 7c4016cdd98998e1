if vim.b.did_ftplugin then
  return
end
vim.b.did_ftplugin = true

vim.bo.commentstring = '# %s'
vim.bo.comments = ':#,://'
-- `-n 5` and `gen_tree` are words.
vim.bo.iskeyword = vim.bo.iskeyword .. ',-'

vim.b.undo_ftplugin = 'setlocal commentstring< comments< iskeyword<'
