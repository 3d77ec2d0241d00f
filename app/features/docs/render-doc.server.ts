import { setImmediate } from 'node:timers/promises';
import { renderToStaticMarkup } from 'react-dom/server';
import { createDocState, readDocument } from './doc-markdown';
import { splitAtHeadings } from './headings';
import type { Doc } from './schema';

type Source = Pick<Doc, 'slug' | 'content'>;

const renderCache = new WeakMap<Source, Promise<string>>();

/**
 * Renders a document to HTML. A long one takes over a second, so the result is cached along with the document, and
 * rendering yields to the event loop between chunks.
 */
export function renderDoc(doc: Source): Promise<string> {
  const known = renderCache.get(doc);
  if (known) return known;
  const rendering = render(doc);
  rendering.catch(() => renderCache.delete(doc));
  renderCache.set(doc, rendering);
  return rendering;
}

async function render({ slug, content }: Source): Promise<string> {
  const state = createDocState();
  const sections: string[] = [];
  for (const section of splitAtHeadings(content)) {
    sections.push(renderToStaticMarkup(readDocument(section, slug, state)));
    await setImmediate();
  }
  return sections.join('\n');
}
