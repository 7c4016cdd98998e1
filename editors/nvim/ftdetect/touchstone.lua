-- Test scripts and lists of tests: by their usual names, where something of a problem lies around them. Programs in
-- checktestdata: by their extension, which nobody else has.

local function detect(path, bufnr)
  return require('touchstone.root').is_script(path, bufnr) and 'touchstone-script' or nil
end

local function detect_list(path)
  local root = require('touchstone.root')
  return root.is_test_list(root.real(path)) and 'touchstone-script' or nil
end

vim.filetype.add({
  filename = {
    ['data'] = detect_list,
    ['script'] = detect,
    ['script.txt'] = detect,
    ['tests.txt'] = function(path, bufnr)
      return require('touchstone.root').is_tests_txt(path, bufnr) and 'touchstone-script' or nil
    end,
  },
  extension = { ctd = 'checktestdata', script = detect },
  -- Before the rule for all texts.
  pattern = { ['.*%.txt'] = { detect_list, { priority = 10 } } },
})
