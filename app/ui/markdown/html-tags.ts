import type { Nodes, Parents, PhrasingContent, Root, RootContent } from 'mdast';

/** Tags that models write in Markdown. Attributes are dropped; all other HTML stays text. */
const TAGS = new Set(['br', 'sub', 'sup', 'kbd', 'details', 'summary']);
/** Closed at the end of their parent when their end tag is missing, as while a reply streams. */
const BLOCKS = new Set(['details', 'summary']);
const TAG = /<(\/?)([a-z]+)(?:\s[^<>]*)?>/giu;

type Content = RootContent;
type Open = { tag: string; written: string; children: Content[] };

const text = (value: string): Content => ({ type: 'text', value });

/** A node that is rendered as an element; mdast has no type for it. */
const element = (hName: string, children: Content[]): Content => ({
  type: 'emphasis',
  data: { hName },
  children: children as PhrasingContent[],
});

/** Renders the few HTML tags of `TAGS` that Markdown has no syntax for, without an HTML parser. */
export const htmlTags = () => (root: Root) => replaceTags(root);

function replaceTags(parent: Parents): void {
  for (const child of parent.children) if ('children' in child) replaceTags(child);
  if (parent.children.some(({ type }) => type === 'html'))
    parent.children = pairTags(parent.children) as never;
}

function pairTags(children: readonly Content[]): Content[] {
  const done: Content[] = [];
  const open: Open[] = [];
  const append = (node: Content) => (open.at(-1)?.children ?? done).push(node);
  const closeLast = () => {
    const last = open.pop();
    if (last) append(element(last.tag, last.children));
  };
  const flattenLast = () => {
    const last = open.pop();
    if (!last) return;
    if (BLOCKS.has(last.tag)) append(element(last.tag, last.children));
    else {
      append(text(last.written));
      last.children.forEach(append);
    }
  };

  for (const child of children) {
    const parts = child.type === 'html' ? splitTags(child) : null;
    if (!parts) {
      append(child);
      continue;
    }
    for (const part of parts) {
      if (typeof part === 'string') append(text(part));
      else if (part.tag === 'br') append({ type: 'break' });
      else if (!part.isEnd) open.push({ tag: part.tag, written: part.written, children: [] });
      else if (open.some(({ tag }) => tag === part.tag)) {
        while (open.at(-1)?.tag !== part.tag) flattenLast();
        closeLast();
      } else append(text(part.written));
    }
  }
  while (open.length > 0) flattenLast();
  return done;
}

type Part = string | { tag: string; isEnd: boolean; written: string };

/** Null if there is any other markup. */
function splitTags({ value }: Extract<Nodes, { type: 'html' }>): Part[] | null {
  const parts: Part[] = [];
  let end = 0;
  for (const match of value.matchAll(TAG)) {
    const [written, slash, name = ''] = match;
    const tag = name.toLowerCase();
    if (!TAGS.has(tag)) return null;
    const before = value.slice(end, match.index);
    if (before.trim() !== '') parts.push(before);
    parts.push({ tag, isEnd: slash === '/', written });
    end = match.index + written.length;
  }
  const rest = value.slice(end);
  if (rest.trim() !== '') parts.push(rest);
  return parts.some((part) => typeof part === 'string' && part.includes('<')) ? null : parts;
}
