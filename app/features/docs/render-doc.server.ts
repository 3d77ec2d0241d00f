import { setImmediate } from 'node:timers/promises';
import { renderToStaticMarkup } from 'react-dom/server';
import { createDocState, readDocument } from './doc-markdown';
import { splitAtHeadings } from './headings';
import type { Doc } from './schema';

type Source = Pick<Doc, 'slug' | 'content'>;

const kept = new WeakMap<Source, Promise<string>>();

/**
 * The HTML of a document. Reading a long one takes over a second: as long as the docs are kept in memory each is read
 * once, in pieces between which others are served, and everybody gets the same text.
 */
export function renderDoc(doc: Source): Promise<string> {
  const known = kept.get(doc);
  if (known) return known;
  const rendering = render(doc);
  rendering.catch(() => kept.delete(doc));
  kept.set(doc, rendering);
  return rendering;
}

async function render({ slug, content }: Source): Promise<string> {
  const state = createDocState();
  const pieces: string[] = [];
  for (const piece of splitAtHeadings(content)) {
    pieces.push(renderToStaticMarkup(readDocument(piece, slug, state)));
    await setImmediate();
  }
  return pieces.join('\n');
}
