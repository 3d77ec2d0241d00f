import { describe, expect, test } from 'vitest';
import { ThinkingTags } from './thinking-tags.js';

function read(...deltas: string[]) {
  const tags = new ThinkingTags();
  const parts = [...deltas.flatMap((delta) => [...tags.read(delta)]), ...tags.end()];
  const joined = (type: string) =>
    parts
      .filter((part) => part.type === type)
      .map(({ text }) => text)
      .join('');
  return { reasoning: joined('reasoning'), text: joined('text') };
}

const ROWS: [name: string, whole: string, reasoning: string, text: string][] = [
  ['thinking, then the answer', '<think>One.\nTwo.</think>\n\nAn answer.', 'One.\nTwo.', 'An answer.'],
  ['blank lines before it', '\n\n<think>Hm</think>Yes', 'Hm', 'Yes'],
  ['nothing thought', '<think>\n\n</think>\n\nYes', '\n\n', 'Yes'],
  ['another name for it', '<thought>Hm</thought>Yes', 'Hm', 'Yes'],
  ['twice', '<think>a</think>\n<think>b</think>\nYes', 'ab', 'Yes'],
  ['a tag that is never closed', '<think>Hm, and so on', 'Hm, and so on', ''],
  ['no thinking', 'Yes <think>no</think>', '', 'Yes <think>no</think>'],
  ['another tag at the head', '<thin>x</thin>', '', '<thin>x</thin>'],
  ['the beginning of a tag and no more', '  <thi', '', '  <thi'],
  ['blank text', ' \n', '', ' \n'],
  ['a closing tag that is not one', '<think>a </thin b</think>c', 'a </thin b', 'c'],
  ['thinking that quotes a tag of its own', '<think>a <b> </b></think>c', 'a <b> </b>', 'c'],
];

describe.each(ROWS)('%s', (_name, whole, reasoning, text) => {
  test('in one piece', () => {
    expect(read(whole)).toEqual({ reasoning, text });
  });

  test('cut at every place, and letter by letter', () => {
    for (let at = 1; at < whole.length; at++)
      expect(read(whole.slice(0, at), whole.slice(at))).toEqual({ reasoning, text });
    expect(read(...whole.split(''))).toEqual({ reasoning, text });
  });
});

test('an answer without tags is passed on at once', () => {
  const tags = new ThinkingTags();
  expect([...tags.read('H')]).toEqual([{ type: 'text', text: 'H' }]);
  expect([...tags.read('<think>')]).toEqual([{ type: 'text', text: '<think>' }]);
});
