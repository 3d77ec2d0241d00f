import { expect, it } from 'vitest';
import { dependencies } from '../../../package.json';
import { PUBLIC_LIST, publicChatModel } from './public-prices.server';

it('the review names the release of the public list that is installed', () => {
  expect(PUBLIC_LIST.split(' ').at(-1)).toBe(dependencies['@pydantic/genai-prices']);
});

it.each([
  'gpt-4o-mini-tts',
  'gpt-realtime',
  'gpt-image-1',
  'text-embedding-3-small',
  'davinci',
  'no-such-model',
])('no model for chat is known as %s', (model) => {
  expect(publicChatModel('openai', model)).toBeUndefined();
});
