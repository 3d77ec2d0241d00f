import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { MarkdownView } from './markdown-view';

const shown = (text: string): string => renderToStaticMarkup(<MarkdownView text={text} />);

it.each([
  ['a script', '[press me](javascript:alert(1))'],
  ['one in other letters', '[press me](JaVaScRiPt:alert(1))'],
  ['a page of its own', '[press me](data:text/html,hello)'],
  ['a file', '[press me](file:///etc/passwd)'],
])('shows a link to %s as its text alone', (_, text) => {
  expect(shown(text)).toContain('<p>press me</p>');
});

it('opens the links that it keeps in another tab, which learns nothing of this one', () => {
  expect(shown('[a page](https://example.org/a)')).toContain(
    '<a href="https://example.org/a" target="_blank" rel="noopener noreferrer nofollow">a page</a>',
  );
});

it('shows a picture as a link, and markup as text', () => {
  const html = shown('![a cat](https://example.org/cat.png) <img src=x onerror=alert(1)>');
  expect(html).toContain('>a cat</a>');
  expect(html).not.toContain('<img');
});
