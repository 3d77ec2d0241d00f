import { describe, expect, it } from 'vitest';
import { cleanName } from './clean-name';
import { oldestFirst, parseThread, threadText } from './thread';

describe('a session’s name', () => {
  it.each([
    ['Lesson plan (v2.1) - draft_3', 'Lesson plan (v2.1) - draft_3'],
    ['Über façade 日本語 ١٢', 'Über façade 日本語 ١٢'],
    ['a/b\\c:d*e?"f<g>h|i', 'a-b-cdefghi'],
    ['Plan [v2] 2026/27', 'Plan (v2) 2026-27'],
    ['【下書き】会議／議事録', '(下書き)会議-議事録'],
    ['مُلخَّص المهمة', 'مُلخَّص المهمة'],
    ['नामावली हिन्दी', 'नामावली हिन्दी'],
    ['می‌خواهم', 'می‌خواهم'],
    ['\u202eexe.fdp', 'exe.fdp'],
    ['  //  ', ''],
    ['  =cmd|calc!A0  ', 'cmdcalcA0'],
    ['line\nbreak\u0000', 'line break'],
    ['👍', ''],
  ])('%j is kept as %j', (name, kept) => {
    expect(cleanName(name)).toBe(kept);
  });

  it('is cut to 160 characters, never in the middle of one', () => {
    expect(cleanName('a'.repeat(200))).toHaveLength(160);
    expect(cleanName('𝒜'.repeat(200))).toBe('𝒜'.repeat(160));
  });
});

const user = (text: string) => ({ role: 'user' as const, text, label: 'You' });
const ai = (text: string) => ({ role: 'ai' as const, text, label: '' });

describe('a thread', () => {
  it('is read from its beginning, each reply after its message', () => {
    const newestFirst = [user('3'), user('2'), ai('two'), ai('two again'), user('1'), ai('one')];
    expect(oldestFirst(newestFirst).map(({ text }) => text)).toEqual([
      '1',
      'one',
      '2',
      'two',
      'two again',
      '3',
    ]);
    expect(threadText([user('2'), user('1'), ai('one\n')])).toBe('You:\n1\n\nAI:\none\n\nYou:\n2');
  });

  it.each(['', 'null', '{}', '[1]', '[{"role":"ai"}]', '[{"role":"system","text":""}]'])(
    'is not %j',
    (json) => {
      expect(parseThread(json)).toBeUndefined();
    },
  );

  it('keeps what it does not know, and needs no label', () => {
    expect(parseThread('[{"role":"ai","text":"x","later":true}]')).toEqual([
      { role: 'ai', text: 'x', label: '', later: true },
    ]);
  });

  it('of a million entries is none', () => {
    expect(parseThread(JSON.stringify(Array.from({ length: 10_001 }, () => user(''))))).toBeUndefined();
  });
});
