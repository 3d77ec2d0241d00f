import { expect, it } from 'vitest';
import { checkTexts } from './check-texts';

type Ask = NonNullable<Parameters<typeof checkTexts>[2]>;
const ALLOWED: Awaited<ReturnType<Ask>> = {
  decision: 'allow',
  message: '',
  categories: [],
  personalData: [],
};

/** Finds every @ in its texts. */
const findAts: Ask = (text) => {
  const personalData = [...text.matchAll(/\w@\w/g)].map(({ index }) => ({
    kind: 'email' as const,
    start: index,
    end: index + 3,
  }));
  const found = personalData.length > 0;
  return Promise.resolve({
    decision: found ? 'warn' : 'allow',
    message: found ? 'Please check.' : '',
    personalData,
    categories: found ? [{ name: 'personal-data', action: 'warn', score: 1, note: 'an email address' }] : [],
  });
};

it('says in which of the texts each item stands', async () => {
  const { decision, parts } = await checkTexts(['Ask a@b now', 'plain', 'c@d'], 'openai', findAts);
  expect(decision).toBe('warn');
  expect(parts.map(({ text, finds }) => finds.map(({ start, end }) => text.slice(start, end)))).toEqual([
    ['a@b'],
    [],
    ['c@d'],
  ]);
});

it('asks of long texts in pieces, and the gravest answer counts', async () => {
  const asked: number[] = [];
  const ask: Ask = (text) => {
    asked.push(text.length);
    return Promise.resolve(
      text.includes('bad') ? { ...ALLOWED, decision: 'block', message: 'No.' } : ALLOWED,
    );
  };
  const long = 'x'.repeat(500_000);
  expect(await checkTexts([long, 'bad'], 'openai', ask)).toMatchObject({ decision: 'block', message: 'No.' });
  expect(asked).toEqual([400_000, 100_005]);
});

it('is unchecked, not allowed, where nobody could be asked', async () => {
  const ask: Ask = () => Promise.reject(new Error('offline'));
  expect((await checkTexts(['Hello'], 'openai', ask)).decision).toBe('unchecked');
});
