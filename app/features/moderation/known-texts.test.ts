import { expect, it } from 'vitest';
import { createKnownTexts } from './known-texts.server';

it('of the texts that are known those stay that were asked for last', () => {
  const texts = createKnownTexts(2);
  const passed = { hasPersonalData: false };
  texts.add(['ann', 'a'], passed);
  texts.add(['ann', 'b'], passed);
  expect(texts.find(['ann', 'a'])).toEqual(passed);
  texts.add(['ann', 'c'], passed);
  expect(texts.find(['ann', 'b'])).toBeUndefined();
  expect(texts.find(['ann', 'a'])).toEqual(passed);
  expect(texts.find(['bob', 'a'])).toBeUndefined();
});
