import { expect, it } from 'vitest';
import { isListedAs } from './listed-names';

it.each([
  ['gpt-4o', 'gpt-4o'],
  ['gpt-4o', 'gpt-4o-2024-08-06'],
  ['claude-haiku-4-5', 'claude-haiku-4-5-20251001'],
  ['claude-haiku-4-5-20251001', 'claude-haiku-4-5'],
  ['gemini-2.5-pro', 'models/gemini-2.5-pro'],
  ['gemini-2.5-flash', 'models/gemini-2.5-flash-001'],
  ['sonar', 'perplexity/sonar'],
  ['llama3', 'llama3:latest'],
  ['mistral-small', 'mistral-small-latest'],
  ['Qwen3', 'qwen3'],
])('%s is listed where its vendor lists %s', (model, name) => {
  expect(isListedAs(model, ['other', name])).toBe(true);
});

it.each([
  ['gpt-4o', 'gpt-4o-mini'],
  ['gpt-4.1', 'gpt-4.1-nano-2025-04-14'],
  ['gemini-2.5-flash', 'models/gemini-2.5-flash-lite'],
  ['claude-opus-4-5', 'claude-opus-4-6'],
  ['claude-opus-5', 'claude-opus-5-5'],
  ['llama3:8b', 'llama3:70b'],
])('%s is no longer listed where its vendor lists %s alone', (model, name) => {
  expect(isListedAs(model, [name])).toBe(false);
});
