import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { TextArea } from './text-area';

it.each([
  ['abc', ''],
  ['abcd', '1 character too many.'],
  ['abcde', '2 characters too many.'],
])('of “%s”, where three are allowed, is said: %s', (value, said) => {
  const html = renderToStaticMarkup(<TextArea label="Text" countLimit={3} value={value} readOnly />);
  expect(/\d+ characters? too many\./.exec(html)?.[0] ?? '').toBe(said);
});
