" Programs in checktestdata, which describe the inputs of a problem.
if exists('b:current_syntax')
  finish
endif

syn case match
syn match ctdUnknown /\u\+/
syn match ctdVariable /\l[[:lower:][:digit:]]*/
syn keyword ctdRepeat REP REPI WHILE WHILEI IF ELSE END
syn keyword ctdCommand SPACE NEWLINE EOF INT FLOAT FLOATP STRING REGEX ASSERT SET UNSET
syn keyword ctdFunction MATCH ISEOF UNIQUE INARRAY STRLEN
syn keyword ctdOption FIXED SCIENTIFIC
syn match ctdNumber /\%(\d\+\.\?\d*\|\.\d\+\)\%([eE][-+]\?\d\+\)\?/
syn match ctdOperator /[-+*\/%^=<>!]\|&&\|||/
syn match ctdEscape /\\\%(\o\{1,3}\|[bnrt"\\]\|$\)/ contained
syn region ctdString start=/"/ end=/"/ contains=ctdEscape
syn match ctdComment /#.*$/ contains=@Spell,ctdTodo
syn keyword ctdTodo TODO FIXME XXX contained
" Strings may go over lines, so that colours cannot begin anywhere; programs are short.
syn sync fromstart

hi def link ctdRepeat Repeat
hi def link ctdCommand Statement
hi def link ctdFunction Function
hi def link ctdOption Constant
hi def link ctdUnknown Error
hi def link ctdVariable Identifier
hi def link ctdNumber Number
hi def link ctdOperator Operator
hi def link ctdEscape SpecialChar
hi def link ctdString String
hi def link ctdComment Comment
hi def link ctdTodo Todo

let b:current_syntax = 'checktestdata'
