import { describe, expect, it } from 'vitest';
import { parseJson } from './json-reply.js';

const valueOf = (reply: string): unknown => {
  const parsed = parseJson(reply);
  return parsed.ok ? parsed.value : parsed.message;
};

describe('the JSON of a reply', () => {
  it.each([
    ['alone', '{"score": 3}'],
    ['in a fence', '```json\n{"score": 3}\n```'],
    [
      'in a fence with prose around it',
      'Here is my grade:\n\n```json\n{"score": 3}\n```\n\nTell me if you need more.',
    ],
    ['in prose', 'I read the essay carefully.\n{"score": 3}\nThe student {name} did well [1].'],
    ['after a check box and footnotes', '- [ ] read\n- [x] graded, see [1, 2]: {"score": 3}'],
    ['said twice', 'First: {"score": 3}. So again: {"score":3}'],
    ['after an example that is none', 'The form is {"score": <number>}. {"score": 3}'],
    ['with braces in its texts', 'So: {"score": 3} as “{x}”'],
  ])('%s', (_, reply) => {
    expect(valueOf(reply)).toEqual({ score: 3 });
  });

  it('may be a list', () => {
    expect(valueOf('The points:\n[3, 4]\nThat is all.')).toEqual([3, 4]);
    expect(valueOf('These: [{"a": 1}, {"a": 2}] are all.')).toEqual([{ a: 1 }, { a: 2 }]);
  });

  it.each([
    ['prose', 'About nine [1], I would say {roughly}.', /^The reply is not JSON: "About nine/u],
    ['two values', 'Either {"a": 1} or {"a": 2}.', /^The reply has more than one JSON value/u],
    ['one that was cut off, whatever is whole inside', 'So: {"a": {"b": 1}, "c": "tru', /not JSON/u],
    ['a broken one, whatever is whole inside', 'So: {"a": {"b": 1}, "c": oops}', /not JSON/u],
  ])('is none in %s', (_, reply, message) => {
    expect(valueOf(reply)).toMatch(message);
  });

  it('is looked for in time in proportion to the reply, whatever it is full of @soak', () => {
    for (const piece of ['{', '[[', '{"', '"\\"', '{"a": ', '[1, ', '{} ']) {
      expect(parseJson(piece.repeat(200_000)).ok).toBe(piece === '{} ');
    }
  });
});
