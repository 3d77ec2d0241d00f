import type { Element, ElementContent, Root } from 'hast';
import { visit, SKIP } from 'unist-util-visit';

const BLOCKS = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'th', 'td', 'summary']);
/** Their direction places markers, bars and columns, and `auto` would not look into blocks with a direction. */
const CONTAINERS = new Set(['ul', 'ol', 'li', 'blockquote', 'table', 'details']);
/** The first characters decide, which keeps long texts quick. */
const MAX_CHARACTERS = 500;

const RTL =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/gu;
const LETTER = /\p{L}/gu;

/**
 * Gives each block the direction of most of its letters, so that an Arabic sentence that begins with a Latin word runs
 * from right to left. Code is left out and always runs from left to right.
 */
export const directions = () => (root: Root) =>
  visit(root, 'element', (node: Element) => {
    if (node.tagName === 'pre' || node.tagName === 'code') {
      node.properties.dir = 'ltr';
      return SKIP;
    }
    if (!BLOCKS.has(node.tagName) && !CONTAINERS.has(node.tagName)) return;
    const prose = proseOf(node, MAX_CHARACTERS);
    // Numbers alone run as what they stand in.
    if (!/\p{L}/u.test(prose)) return;
    if (isRightToLeft(prose)) node.properties.dir = 'rtl';
    else node.properties.dir = CONTAINERS.has(node.tagName) ? 'ltr' : 'auto';
  });

/** Whether most of its first letters are of scripts that run from right to left. */
export function isRightToLeft(text: string): boolean {
  const start = text.slice(0, MAX_CHARACTERS);
  const rtl = start.match(RTL)?.length ?? 0;
  return rtl * 2 > (start.match(LETTER)?.length ?? 0);
}

function proseOf(node: Element | ElementContent, limit: number): string {
  if (node.type === 'text') return node.value.slice(0, limit);
  if (node.type !== 'element' || node.tagName === 'code' || node.tagName === 'pre') return '';
  let prose = '';
  for (const child of node.children) {
    if (prose.length >= limit) break;
    prose += proseOf(child, limit - prose.length);
  }
  return prose;
}
