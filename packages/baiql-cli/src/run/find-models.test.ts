import { expect, it } from 'vitest';
import { findModels, namesOfModels } from './find-models.js';

it('a model counts as gone from the day on which its vendor shuts it down', () => {
  const namesOn = (day: string) => namesOfModels({ GEMINI_API_KEY: 'test-not-a-key' }, day);
  expect(namesOn('2026-11-30')?.models).toContain('gemini-2.5-flash');
  expect(namesOn('2026-11-30')?.retiredModels).toEqual({});
  expect(namesOn('2026-11-30')?.endingModels).toMatchObject({
    'gemini-2.5-flash': { on: '2026-12-01', next: 'gemini-3.5-flash-lite' },
  });
  expect(namesOn('2026-10-31')?.endingModels).toEqual({});
  expect(namesOn('2026-12-01')?.models).not.toContain('gemini-2.5-flash');
  expect(namesOn('2026-12-01')?.retiredModels).toMatchObject({ 'gemini-2.5-flash': 'gemini-3.5-flash-lite' });
});

it.each([
  [{ OPENAI_BASE_URL: 'localhost:11434/v1' }, 'OPENAI_BASE_URL must be an http or https address'],
  [{ OPENAI_API_KEY: 'test-not-a-key', OPENAI_API: 'response' }, 'OPENAI_API must be responses or chat-comp'],
])('says what is wrong with %j', (environment, message) => {
  expect(() => findModels(environment, null, '2026-11-30')).toThrow(message);
});
