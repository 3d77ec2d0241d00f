import {
  type CommandEntry,
  any,
  choice,
  either,
  expression,
  flag,
  kindOf,
  maybe,
  name,
  number,
  option,
  path,
  pattern,
  text,
} from '../parts.js';

export const PROMPTS = {
  MODEL: {
    kind: 'model',
    section: 'Prompts and models',
    signature: 'MODEL model [TEMP number] [TOP_P number] [MAX_TOKENS number]',
    documentation:
      'The model to use, with its settings. In a STEP it applies to that step, elsewhere to the whole batch.',
    example: 'MODEL "gpt-4o-mini" TEMP 0.2',
    syntax: [
      path('model', 'a model name'),
      any(
        [option('TEMP'), number('temp', 0, 2, 'fraction')],
        [option('TOP_P'), number('topP', 0, 1, 'fraction')],
        [option('MAX_TOKENS'), number('maxTokens', 16, 1_000_000)],
      ),
    ],
    options: [
      {
        title: 'Options of MODEL',
        group: 'option',
        rows: [
          [
            'TEMP',
            'TEMP number',
            'How freely the model chooses its words: 0 is the most predictable, 2 the most surprising.',
            'MODEL "gpt-4o-mini" TEMP 0.2',
          ],
          [
            'TOP_P',
            'TOP_P number',
            'How many of the likely words the model chooses from, from 0 to 1.',
            'MODEL "gpt-4o-mini" TOP_P 0.9',
          ],
          [
            'MAX_TOKENS',
            'MAX_TOKENS number',
            'The most tokens a reply can have. A reply cut off there is kept and marked. Your own limit also applies.',
            'MODEL "gpt-4o-mini" MAX_TOKENS 800',
          ],
        ],
      },
    ],
    declares: true,
  },
  LIMIT: {
    kind: 'limit',
    section: 'Prompts and models',
    signature: 'LIMIT [number [XACT]] [PARALLEL number] [COST dollars]',
    documentation:
      'How fast and how far the run can go: transactions per minute, how many at the same time, and how many dollars it can cost. Each can be used alone: LIMIT PARALLEL 20, or LIMIT COST 5.',
    example: 'LIMIT 30 PARALLEL 8 COST 2.50',
    syntax: [
      either(
        'a number',
        [number('perMinute', 1, 10_000), maybe(flag('xact', 'XACT'))],
        [option('PARALLEL'), number('parallel', 1, 64)],
        [option('COST'), number('cost', 0, null, 'fraction')],
      ),
      any(
        [option('PARALLEL'), number('parallel', 1, 64)],
        [option('COST'), number('cost', 0, null, 'fraction')],
      ),
    ],
    options: [
      {
        title: 'Options of LIMIT',
        group: 'option',
        rows: [
          [
            'XACT',
            'LIMIT number XACT',
            'Says that the number counts transactions per minute. Optional.',
            'LIMIT 30 XACT',
          ],
          [
            'PARALLEL',
            'PARALLEL number',
            'How many transactions can be in progress at the same time: 1 to 64, 4 by default.',
            'LIMIT 60 PARALLEL 8',
          ],
          [
            'COST',
            'COST dollars',
            'Stops the run before its cost would exceed this many dollars. Completed work is saved, and the run can be resumed.',
            'LIMIT COST 2.50',
          ],
        ],
      },
    ],
    declares: true,
  },
  PROMPT: {
    kind: 'prompt',
    section: 'Prompts and models',
    signature: 'PROMPT text [OPTIMIZE]',
    documentation:
      'Sets the prompt that the next RUN sends. Names in braces are filled in for each transaction. A prompt of several lines goes between """ and """.',
    example: 'PROMPT """\nSummarize this contract in five sentences:\n{INPUT}\n"""',
    syntax: [text('text'), any([flag('optimize', 'OPTIMIZE')])],
    options: [
      {
        title: 'Options of PROMPT',
        group: 'option',
        rows: [
          [
            'OPTIMIZE',
            'PROMPT text OPTIMIZE',
            'Has the prompt improved once, before the first transaction. The result is shown in the log; every name in braces is kept.',
            'PROMPT "Grade this essay: {INPUT}" OPTIMIZE',
          ],
        ],
      },
    ],
    place: { inside: 'batch', outside: 'BQ208' },
  },
  RUN: {
    kind: 'run',
    section: 'Prompts and models',
    signature: 'RUN [SCREEN] [CACHE | NOCACHE] [RETRY number]',
    documentation: 'Sends the prompt to the model and waits for the reply.',
    example: 'RUN CACHE RETRY 2',
    syntax: [
      any(
        [flag('screen', 'SCREEN')],
        [choice('cache', ['CACHE', 'NOCACHE'])],
        [option('RETRY'), number('retry', 1, 10)],
      ),
    ],
    options: [
      {
        title: 'Options of RUN',
        group: 'option',
        rows: [
          [
            'SCREEN',
            'RUN SCREEN',
            'Checks the prompt first: disallowed text fails the transaction, and personal data is redacted.',
            'RUN SCREEN',
          ],
          [
            'CACHE',
            'RUN CACHE',
            'Reuses the reply to an identical earlier request, at no cost.',
            'RUN CACHE',
          ],
          [
            'NOCACHE',
            'RUN NOCACHE',
            'Asks the model every time, even for identical requests.',
            'RUN NOCACHE',
          ],
          ['RETRY', 'RETRY number', 'How often to try again when it fails: 1 to 10.', 'RUN RETRY 2'],
        ],
      },
    ],
    place: { inside: 'batch', outside: 'BQ209' },
  },
  GET: {
    kind: 'get',
    section: 'Prompts and models',
    signature: 'GET name [FROM source]',
    documentation:
      'Gives a name to the reply or to part of it: a field of a JSON reply, a pattern match, a cell of the row, or the text of a file.',
    example: 'GET SCORE FROM JSON "score"',
    syntax: [
      name('name'),
      maybe(
        option('FROM'),
        either(
          'COL, JSON, MATCH or FILE',
          [
            kindOf('from', 'COL'),
            either('a number or a text', [text('header')], [number('column', 1, 16_384)]),
          ],
          [kindOf('from', 'JSON'), text('json')],
          [kindOf('from', 'MATCH'), pattern('pattern')],
          [kindOf('from', 'FILE'), path('file')],
        ),
      ),
    ],
    options: [
      {
        title: 'Sources of GET',
        group: 'option',
        rows: [
          [
            'FROM',
            'GET name FROM source',
            'Says where the value comes from. Without it, the value is the whole reply.',
            'GET SCORE FROM JSON "score"',
          ],
          [
            'COL',
            'FROM COL number | FROM COL "header"',
            'A cell of the row, by the number or the header of its column.',
            'GET CUSTOMER FROM COL "Customer"',
          ],
          [
            'JSON',
            'FROM JSON "field"',
            'A field of a JSON reply, such as "score" or "answers[0].text".',
            'GET FIRST FROM JSON "answers[0].text"',
          ],
          [
            'MATCH',
            'FROM MATCH "pattern"',
            'What a regular expression finds in the reply: its first group, or the whole match. Backslashes stay as they are.',
            'GET SCORE FROM MATCH "Score: (\\d+)"',
          ],
          ['FILE', 'FROM FILE path', 'The text of a file in PATH_IN.', 'GET STYLE FROM FILE "style.txt"'],
        ],
      },
    ],
  },
  EXPECT: {
    kind: 'expect',
    section: 'Prompts and models',
    signature: 'EXPECT condition [text]',
    documentation:
      'Says what a good result is. No transaction fails by it: whether it was met is counted and shown in the summary, beside each row, and in a column of the output. The text is its name there.',
    example: 'EXPECT POINTS >= 0 AND POINTS <= 20 "points in range"',
    syntax: [expression('condition'), text('label', null)],
    place: { inside: 'batch', outside: 'BQ219' },
  },
} as const satisfies Record<string, CommandEntry>;
