import type { Root } from 'mdast';
import { visit } from 'unist-util-visit';

/** Models write `$$…$$` on one line where they mean a formula on a line of its own. */
export const displayFormulas = () => (root: Root) =>
  visit(root, 'paragraph', ({ children }) => {
    const [only] = children;
    if (children.length !== 1 || only?.type !== 'inlineMath') return;
    only.data = { ...only.data, hProperties: { className: ['language-math', 'math-display'] } };
  });
