import type { CompletionItem } from './item.js';

interface Snippet {
  readonly item: CompletionItem;
  /** Inside a batch only (true), outside only (false), or anywhere. */
  readonly belongs?: boolean;
}

function snippet(label: string, documentation: string, lines: readonly string[], belongs?: boolean): Snippet {
  const detail = 'whole block';
  const item: CompletionItem = {
    label,
    kind: 'snippet',
    detail,
    documentation,
    insertText: lines.join('\n'),
  };
  return belongs === undefined ? { item } : { item, belongs };
}

/** Block snippets. */
export const SNIPPETS: readonly Snippet[] = [
  snippet(
    'BATCH_START … END_BATCH (files)',
    'A batch that works through the files of a folder.',
    [
      'BATCH_START "${1:Title}"',
      '  LOAD "${2:folder/}" AS WORK',
      '  MODEL "${3:gpt-4o-mini}"',
      '  PROMPT """',
      '  ${4:What should be done with this text?}',
      '',
      '  {INPUT}',
      '  """',
      '  RUN',
      '  OUTPUT "${5:results.txt}"',
      'END_BATCH',
    ],
    false,
  ),
  snippet(
    'BATCH_START … END_BATCH (table)',
    'A batch that works through the rows of a table.',
    [
      'BATCH_START "${1:Title}"',
      '  LOAD "${2:table.csv}" AS FILE',
      '  MODEL "${3:gpt-4o-mini}"',
      '  PROMPT """',
      '  ${4:What should be done with this row?}',
      '',
      '  {INPUT}',
      '  """',
      '  RUN',
      '  OUTPUT "${5:results.csv}"',
      'END_BATCH',
    ],
    false,
  ),
  snippet(
    'PROMPT """ … RUN',
    'A prompt of several lines, and its run.',
    ['PROMPT """', '${1:Your prompt}', '', '{INPUT}', '"""', 'RUN'],
    true,
  ),
  snippet('IF … END_IF', 'Lines that run only when a condition holds.', [
    'IF ${1:condition}',
    '  ${2}',
    'END_IF',
  ]),
  snippet('IF … ELSE … END_IF', 'One or the other, by a condition.', [
    'IF ${1:condition}',
    '  ${2}',
    'ELSE',
    '  ${3}',
    'END_IF',
  ]),
  snippet('LOOP … END_LOOP', 'Lines that are repeated.', ['LOOP ${1:3}', '  ${2}', 'END_LOOP']),
  snippet('LOOP UNTIL … END_LOOP', 'Lines that are repeated until a condition holds.', [
    'LOOP UNTIL ${1:condition}',
    '  ${2}',
    'END_LOOP',
  ]),
];

/** A text block for a prompt. */
export const TEXT_BLOCK: CompletionItem = {
  label: '""" … """',
  kind: 'snippet',
  detail: 'text block',
  documentation: 'A text of several lines.',
  insertText: '"""\n${1:Your prompt}\n"""',
};
