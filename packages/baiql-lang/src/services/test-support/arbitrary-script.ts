import fc from 'fast-check';

const blanks = fc.constantFrom(' ', '  ', '\t', ' \t ');
const name = fc.constantFrom('SCORE', 'note', 'Größe', 'match', 'limit', 'X1', 'run', 'json');
const comment = fc.constantFrom('', '', '', ' # note', '#"quoted" {X}', '\t# END_IF  ');
const emptyLines = fc.constantFrom('\n', '\n', '\n', '\n\n', '\n \n\n', '\r\n');

const quoted = fc
  .array(
    fc.constantFrom('word', ' ', '{SCORE}', '{\\"a\\": 1}', '\\"', '\\n', '\\{X}', '#', "it's", '\\\\'),
    {
      maxLength: 5,
    },
  )
  .map((pieces) => `"${pieces.join('')}"`);

const blockLine = fc
  .tuple(
    fc.constantFrom('', '  ', '    ', '\t', '      '),
    fc.constantFrom('', 'Sum up:', '{INPUT}', '- "one"', '# no comment', '\\n', 'two  ', '{', '""'),
  )
  .map(([indent, text]) => indent + text);

const block = fc
  .tuple(
    fc.constantFrom('', '', ' ', 'on the first line'),
    fc.array(blockLine, { maxLength: 5 }),
    fc.constantFrom('', '  ', 'end '),
  )
  .map(([first, lines, last]) => `"""${[first, ...lines, last].join('\n')}"""`)
  // A quote right before the closing ones would belong to them.
  .filter((text) => !text.includes(`""""`));

const text = fc.oneof(quoted, block);
const path = fc.oneof(
  quoted,
  fc.constantFrom(
    'essays/',
    'a-b.csv',
    'essays/*.docx',
    'dir\\x.csv',
    'out-{DATE}.csv',
    'gpt-4o-mini',
    'x=1,2',
    'AS.csv',
  ),
);
const number = fc.constantFrom('1', '0.70', '10');

const expression: fc.Arbitrary<string> = fc.letrec<{ expression: string; atom: string }>((tie) => ({
  atom: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    number,
    fc.constantFrom('ON', 'off', '{SCORE}', '-3', 'NOT done'),
    name,
    quoted,
    tie('expression').map((inner) => `( ${inner})`),
  ),
  expression: fc
    .tuple(
      tie('atom'),
      fc.constantFrom('', ...['=', '!=', '<=', '+', '-', '*', ' and ', ' OR ', ' contains ']),
      tie('atom'),
    )
    // NOT cannot stand after a comparison or in a sum.
    .map(([left, operator, right]) =>
      operator === '' || (left + right).includes('NOT') ? left : `${left}${operator}${right}`,
    ),
})).expression;

const option = (...options: string[]): fc.Arbitrary<string> =>
  fc.constantFrom('', ...options.map((each) => ` ${each}`));

const statement = fc.oneof(
  fc.tuple(path, fc.constantFrom('FILE', 'work', 'REF')).map(([at, type]) => `LOAD ${at} as  ${type}`),
  fc.tuple(path, name).map(([at, column]) => `load ${at} AS FILE MATCH ${column}`),
  fc
    .tuple(path, option('TEMP 0.20', 'top_p 1', 'TEMP 1 TOP_P 0.5'))
    .map(([model, rest]) => `MODEL ${model}${rest}`),
  fc.tuple(text, option('OPTIMIZE', 'optimize')).map(([prompt, rest]) => `PROMPT ${prompt}${rest}`),
  option('CACHE', 'screen  NOCACHE', 'RETRY 2').map((rest) => `RUN${rest}`),
  fc
    .tuple(name, option('FROM COL 2', 'from json "a.b"', 'FROM FILE a.txt', 'FROM MATCH "(\\d+)"'))
    .map(([to, rest]) => `GET ${to}${rest}`),
  fc
    .tuple(fc.constantFrom('SET', 'GLOBAL', 'set'), name, expression)
    .map(([word, to, value]) => `${word} ${to}=${value}`),
  fc
    .tuple(path, option('aggregate', 'FORMAT JSON', 'SEPARATE format txt'))
    .map(([at, rest]) => `OUTPUT ${at}${rest}`),
  fc.tuple(name, name).map(([one, two]) => `TRACK ${one} ,${two}`),
  fc.constantFrom(
    'LIMIT 30 XACT PARALLEL 4',
    'limit COST 2.50',
    'SKIP',
    'halt',
    'ERROR RETRY 2 skip',
    'RETRY 3',
    'STEP',
  ),
  text.map((line) => `WRITE_LOG   ${line}`),
);

/** Sound statements in untidy writing: comments, blank lines, blocks in blocks. Names need not be defined. */
export function aScript({
  maxStatements = 6,
}: { readonly maxStatements?: number } = {}): fc.Arbitrary<string> {
  const line = fc
    .tuple(fc.constantFrom('', '  ', '\t', '     '), statement, comment, emptyLines)
    .map((pieces) => pieces.join(''));
  const { body } = fc.letrec<{ body: string; part: string; block: string }>((tie) => ({
    body: fc.array(tie('part'), { maxLength: maxStatements }).map((parts) => parts.join('')),
    part: fc.oneof({ depthSize: 'small', withCrossShrink: true }, line, line, tie('block')),
    block: fc
      .tuple(
        fc.constantFrom('IF', 'LOOP 3', 'loop while', 'ELSE'),
        expression,
        tie('body'),
        tie('body'),
        comment,
        blanks,
      )
      .map(([kind, condition, first, second, note, blank]) => {
        const opener = kind === 'LOOP 3' ? kind : `${kind === 'ELSE' ? 'if' : kind} ${condition}`;
        const closer = kind === 'IF' || kind === 'ELSE' ? 'END_IF' : 'END_LOOP';
        const middle = kind === 'ELSE' ? `${first}${blank}ELSE${note}\n${second}` : first;
        return `${opener}${note}\n${middle}${blank}${closer}\n`;
      }),
  }));
  return fc
    .tuple(
      fc.constantFrom('', '# top\n\n\n', '\uFEFF'),
      fc.boolean(),
      body,
      fc.constantFrom('', '\n\n', '# end'),
    )
    .map(
      ([top, isBatch, inner, end]) =>
        top + (isBatch ? `BATCH_START "x" quiet\n${inner}END_BATCH\n` : inner) + end,
    );
}
