import { compile, parse } from '@promptwell/baiql-lang';
import { expect, it } from 'vitest';
import type { ReplyFinish } from '../host.js';
import { optimizePrompts } from './optimize-prompts.js';

const SCRIPT = 'BATCH_START\nLOAD rows.csv AS FILE\nPROMPT "Greet {NAME}." OPTIMIZE\nRUN\nEND_BATCH\n';

it.each<[ReplyFinish, string]>([
  ['length', 'The improved prompt was cut off at 60 tokens.'],
  ['filtered', 'The vendor’s safety rules blocked the improved prompt.'],
  ['interrupted', 'The connection was lost before the improved prompt was complete.'],
])('OPTIMIZE keeps to the author’s prompt where the better one ended by %s', async (finish, why) => {
  const { items } = compile(parse(SCRIPT).tree);
  const batch = items.find((item) => item.kind === 'batch');
  if (batch === undefined) throw new Error('The script has no batch.');
  const lines: string[] = [];
  const texts = await optimizePrompts(batch, {
    ask: () =>
      Promise.resolve({
        kind: 'reply',
        text: 'Greet {NAME} warmly, and',
        inputTokens: 10,
        outputTokens: 60,
        costMicroUsd: 1,
        replayed: false,
        finish,
      }),
    known: () => undefined,
    keep: () => Promise.resolve(),
    log: (line) => lines.push(line),
  });
  expect(texts.get(0)).toEqual([{ literal: 'Greet ' }, { name: 'NAME', written: 'NAME' }, { literal: '.' }]);
  expect(lines).toEqual([`OPTIMIZE kept your prompt unchanged. ${why}`]);
});
