" Test scripts in Polygon's syntax: a FreeMarker template whose output has one command on each line.
if exists('b:current_syntax')
  finish
endif

" The program: the first word of a line, after `|`, or after a tag.
syn match tsProgram /\%(\%(^\|[|>]\)\s*\)\@40<=[[:alnum:]_.\/\\-]\+/ contained
syn match tsCommand /^.*$/ contains=tsProgram,tsOption,tsNumber,tsString,tsPipe,tsTarget,tsInterpolation,tsTag,tsTemplateComment
syn match tsOption /\s\zs--\?\a[[:alnum:]_-]*/ contained
syn match tsNumber /\%(^\|[[:space:]=,]\)\@1<=[-+]\?\d[0-9_]*\%(\.\d\+\)\?\%([eE][-+]\?\d\+\)\?\>/ contained
syn region tsString start=/"/ skip=/\\"/ end=/"/ oneline contained contains=tsInterpolation
syn region tsString start=/'/ end=/'/ oneline contained contains=tsInterpolation
syn match tsPipe /|/ contained
syn match tsTarget />\s*\%(\$\|{[^}]*}\|[^<>[:space:]|]\+\)/ contained
syn region tsInterpolation start=/\${/ end=/}/ oneline contained contains=tsTemplateNumber,tsTemplateString
syn region tsTag start=/<\/\?#[a-z]\+/ end=/>/ oneline contained contains=tsKeyword,tsTemplateNumber,tsTemplateString,tsOperator
syn match tsKeyword /<\/\?#[a-z]\+/ contained
syn keyword tsOperator as gt gte lt lte contained
syn match tsTemplateNumber /\<\d\+\%(\.\d\+\)\?\>/ contained
syn region tsTemplateString start=/"/ skip=/\\"/ end=/"/ oneline contained
syn region tsTemplateString start=/'/ skip=/\\'/ end=/'/ oneline contained
syn match tsComment /^\s*#.*$/ contains=@Spell,tsTodo
syn match tsComment /^\s*\/\/.*$/ contains=@Spell,tsTodo
syn region tsTemplateComment start=/<#--/ end=/-->/ contains=@Spell,tsTodo,tsGroupMark
syn match tsGroupMark /<#--\s*\zsgroup\s\+[^>]\{-}\ze\s*-->/ contained
syn keyword tsTodo TODO FIXME XXX contained

hi def link tsProgram Function
hi def link tsOption Identifier
hi def link tsNumber Number
hi def link tsString String
hi def link tsPipe Operator
hi def link tsTarget Special
hi def link tsInterpolation PreProc
hi def link tsTag PreProc
hi def link tsKeyword Keyword
hi def link tsOperator Operator
hi def link tsTemplateNumber Number
hi def link tsTemplateString String
hi def link tsComment Comment
hi def link tsTemplateComment Comment
hi def link tsGroupMark SpecialComment
hi def link tsTodo Todo

let b:current_syntax = 'touchstone-script'
