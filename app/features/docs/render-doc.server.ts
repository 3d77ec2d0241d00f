import { setImmediate } from 'node:timers/promises';
import { renderToStaticMarkup } from 'react-dom/server';
import { createDocState, readDocument } from './doc-markdown';
import { splitAtHeadings } from './headings';

const MAX_KEPT = 30;
const kept = new Map<string, Promise<string>>();

/**
 * The HTML of a document in Markdown. Reading a long one takes over a second: each is read once, in pieces between
 * which others are served, and everybody gets the same text.
 */
export function renderDoc(markdown: string, slug: string): Promise<string> {
  const key = `${slug}\n${markdown}`;
  const known = kept.get(key);
  if (known) return known;
  const rendering = render(markdown, slug);
  rendering.catch(() => kept.delete(key));
  const [oldest] = kept.keys();
  if (oldest !== undefined && kept.size >= MAX_KEPT) kept.delete(oldest);
  kept.set(key, rendering);
  return rendering;
}

async function render(markdown: string, slug: string): Promise<string> {
  const state = createDocState();
  const pieces: string[] = [];
  for (const piece of splitAtHeadings(markdown)) {
    pieces.push(renderToStaticMarkup(readDocument(piece, slug, state)));
    await setImmediate();
  }
  return pieces.join('\n');
}
