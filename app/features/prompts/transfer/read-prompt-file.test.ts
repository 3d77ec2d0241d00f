import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DomainError } from '~/core/shared/errors';
import { MAX_PROMPTS } from '../limits';
import { readPromptFile } from './read-prompt-file';

const read = (name: string, value: unknown) =>
  readPromptFile({ name, text: typeof value === 'string' ? value : JSON.stringify(value) });

describe('files of prompts', () => {
  it.each([
    ['our own JSON', 'a.json', [{ title: 'A', content: 'Do a.', tags: ['x'], folder: 'F', likeCount: 3 }]],
    ['our own, in an object', 'a.json', { prompts: [{ title: 'A', content: 'Do a.' }] }],
    ['Open WebUI', 'a.json', [{ command: 'A', content: 'Do a.', user_id: '1', timestamp: 1 }]],
    ['a list of acts', 'a.csv', 'act,prompt\nA,Do a.\n'],
    ['a table from Excel in Germany', 'a.csv', 'Title;Content;Tags\r\nA;Do a.;x, y\r\n'],
    ['a table with bare quotation marks', 'a.csv', 'title,content,tags\nA,Do a.,the "best" ones\n'],
    ['our own CSV', 'a.csv', '\uFEFFTitle,Content,Tags\r\nA,Do a.,"x; y"\r\n'],
  ])('%s', (_what, name, value) => {
    expect(read(name, value)).toMatchObject({ prompts: [{ title: 'A', content: 'Do a.' }], skipped: [] });
  });

  it('without titles are called by their first words', () => {
    expect(read('a.csv', 'prompt\nDo a.\n')).toMatchObject({ prompts: [{ title: 'Do a.' }], skipped: [] });
  });

  it('ChatGPT’s conversations give the first request of each', () => {
    const message = (role: string, text: string, create_time: number) => ({
      message: { author: { role }, create_time, content: { parts: [text, { image: 1 }] } },
    });
    const mapping = {
      b: message('user', 'Second.', 3),
      r: { message: null },
      a: message('user', 'First.', 1),
      c: message('assistant', 'Reply.', 2),
    };
    expect(
      read('conversations.json', [
        { title: 'Chat', mapping },
        { title: 'Empty', mapping: {} },
      ]),
    ).toMatchObject({
      prompts: [{ title: 'Chat', content: 'First.' }],
    });
  });

  it('what does not fit is left out with a sentence', () => {
    expect(
      read('a.json', [
        { title: 'A', content: 'Do a.' },
        { title: '', content: 'x' },
      ]),
    ).toMatchObject({
      prompts: [{ title: 'A' }],
      skipped: ['Prompt 2: Please enter a title.'],
    });
  });

  it.each([
    ['a.json', '{"a":', 'This file is not valid JSON.'],
    ['a.json', '7', 'This file has no list of prompts.'],
    ['a.json', '[]', 'There are no prompts in this file.'],
    ['a.csv', 'a,b\n1,2\n', 'The table needs a column named content or prompt.'],
    ['a.csv', 'content\n"open', 'This file is not a valid CSV table.'],
    ['a.json', Array.from({ length: MAX_PROMPTS + 1 }, () => ({})), /at most 5,000 at once/],
  ])('%s with %s is refused with a sentence', (name, value, message) => {
    expect(() => read(name, value)).toThrow(message);
  });

  it('whatever a file holds, it is read or refused in words', () => {
    fc.assert(
      fc.property(fc.constantFrom('a.json', 'a.csv'), fc.oneof(fc.json(), fc.string()), (name, text) => {
        try {
          readPromptFile({ name, text });
        } catch (error) {
          expect(error).toBeInstanceOf(DomainError);
        }
      }),
    );
  });
});
