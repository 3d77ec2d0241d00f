/** The lines of BAIQL as a Peggy grammar: a tree of the same nodes with their places, without blocks, recovery or checks. */
export const PEGGY_GRAMMAR = String.raw`
script = lines:line|.., newline| _ { return lines; }
line = _ statement:statement? _ comment? { return statement; }
newline = "\r\n" / "\n" / "\r"
_ = [ \t]*
__ = [ \t]+
comment = "#" [^\r\n]*
statement
  = "BATCH_START" title:(__ @text)? mode:(__ @mode)? { return { range: location(), kind: 'batch-start', title, mode }; }
  / "LOAD" __ path:path __ "AS" __ type:word match:(__ "MATCH" __ @path)? { return { range: location(), kind: 'load', path, type, match }; }
  / command:("PATH_IN" / "PATH_OUT" / "MAKE_LOG") __ path:path { return { range: location(), kind: command, path }; }
  / "MODEL" __ model:path options:(__ @numberOption)* { return { range: location(), kind: 'model', model, options }; }
  / "LIMIT" __ number:number? __? "XACT"? options:(__ @numberOption)* { return { range: location(), kind: 'limit', number, options }; }
  / "PROMPT" __ text:text optimize:(__ @"OPTIMIZE")? { return { range: location(), kind: 'prompt', text, optimize }; }
  / "RUN" options:(__ @(numberOption / word))* { return { range: location(), kind: 'run', options }; }
  / "GET" __ name:word source:(__ "FROM" __ kind:word __ value:(text / number) { return { kind, value }; })? { return { range: location(), kind: 'get', name, source }; }
  / command:("SET" / "GLOBAL") __ name:word _ "=" _ value:expression { return { range: location(), kind: command, name, value }; }
  / "IF" __ condition:expression { return { range: location(), kind: 'if', condition }; }
  / "LOOP" __ mode:(@("WHILE" / "UNTIL") __)? condition:expression { return { range: location(), kind: 'loop', mode, condition }; }
  / "ERROR" __ retry:numberOption? _ then:word? { return { range: location(), kind: 'error', retry, then }; }
  / "RETRY" __ number:number { return { range: location(), kind: 'retry', number }; }
  / "OUTPUT" __ path:path options:(__ @(format / word))* { return { range: location(), kind: 'output', path, options }; }
  / "TRACK" __ names:word|1.., _ "," _| { return { range: location(), kind: 'track', names }; }
  / "WRITE_LOG" __ text:text { return { range: location(), kind: 'write-log', text }; }
  / "STEP" title:(__ @text)? { return { range: location(), kind: 'step', title }; }
  / command:word { return { range: location(), kind: command }; }
mode = "EXECUTE" / "VALIDATE" / "QUIET"
format = "FORMAT" __ @word
numberOption = option:("TEMP" / "TOP_P" / "PARALLEL" / "COST" / "RETRY") __ value:number { return { range: location(), option, value }; }
path = text / path:$[^ \t\r\n"#]+ { return { range: location(), path }; }
word = word:$([A-Za-z][A-Za-z0-9_]*) { return { range: location(), word }; }
number = digits:$([0-9]+ ("." [0-9]+)?) { return { range: location(), value: Number(digits) }; }
text
  = '"""' parts:blockPart* '"""' { return { range: location(), parts }; }
  / '"' parts:textPart* '"' { return { range: location(), parts }; }
textPart = placeholder / escape / literal:$([^"\\{\r\n]+ / "{") { return { range: location(), literal }; }
blockPart = placeholder / escape / literal:$([^"\\{]+ / "{" / (!'"""' '"')) { return { range: location(), literal }; }
placeholder = "{" name:word "}" { return { range: location(), name }; }
escape = "\\" @.
expression = left:and right:(_ "OR" _ @and)* { return right.length ? { range: location(), op: 'OR', left, right } : left; }
and = left:not right:(_ "AND" _ @not)* { return right.length ? { range: location(), op: 'AND', left, right } : left; }
not = "NOT" _ operand:comparison { return { range: location(), op: 'NOT', operand }; } / comparison
comparison = left:sum right:(_ op:("!=" / "<=" / ">=" / "=" / "<" / ">" / "CONTAINS") _ value:sum { return { op, value }; })? { return right ? { range: location(), left, right } : left; }
sum = left:product right:(_ op:[+-] _ value:product { return { op, value }; })* { return right.length ? { range: location(), left, right } : left; }
product = left:atom right:(_ op:[*/] _ value:atom { return { op, value }; })* { return right.length ? { range: location(), left, right } : left; }
atom = number / text / placeholder / "(" _ @expression _ ")" / word
`;
