import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { SourceList } from './source-list';

it('names the host of a source, whose title may claim to be another', () => {
  const html = renderToStaticMarkup(
    <SourceList
      sources={[
        { url: 'https://www.elsewhere.example/page', title: 'Your bank' },
        { url: 'https://example.org/untitled', title: null },
      ]}
    />,
  );
  expect(html).toContain('>Your bank</a><span class="text-ink-3"> · elsewhere.example</span>');
  expect(html).toContain('>https://example.org/untitled</a></li>');
});
