import { expect, it } from 'vitest';
import { describeThinking } from './thinking';

const thought = { text: 'First this.', startedAtMs: 1_000 };

it.each([
  [{ ...thought }, true, 'Thinking…'],
  [{ ...thought }, false, 'Thought'],
  [{ ...thought, endedAtMs: 1_010 }, false, 'Thought for 1 s'],
  [{ ...thought, endedAtMs: 13_000 }, false, 'Thought for 12 s'],
  [{ ...thought, endedAtMs: 66_000 }, false, 'Thought for 1 min 5 s'],
])('says how long a model thought: %j', (thinking, isThinking, said) => {
  expect(describeThinking(thinking, isThinking)).toBe(said);
});
