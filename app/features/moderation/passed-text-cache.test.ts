import { expect, it } from 'vitest';
import { createPassedTextCache } from './passed-text-cache.server';

it('of the texts that are known those stay that were asked for last', () => {
  const texts = createPassedTextCache(2);
  const passed = { hasPersonalData: false };
  texts.add(['ann', 'a'], passed);
  texts.add(['ann', 'b'], passed);
  expect(texts.find(['ann', 'a'])).toEqual(passed);
  texts.add(['ann', 'c'], passed);
  expect(texts.find(['ann', 'b'])).toBeUndefined();
  expect(texts.find(['ann', 'a'])).toEqual(passed);
  expect(texts.find(['bob', 'a'])).toBeUndefined();
});
