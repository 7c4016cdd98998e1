-- Test scripts: by their usual names, where something of a problem lies around them. Programs in checktestdata: by their
-- extension, which nobody else has.

local function detect(path, bufnr)
  return require('touchstone.root').is_script(path, bufnr) and 'touchstone-script' or nil
end

vim.filetype.add({
  filename = {
    ['script'] = detect,
    ['script.txt'] = detect,
    ['tests.txt'] = function(path, bufnr)
      return require('touchstone.root').is_tests_txt(path, bufnr) and 'touchstone-script' or nil
    end,
  },
  extension = { ctd = 'checktestdata', script = detect },
})
