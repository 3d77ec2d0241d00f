import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { CopyButton } from '~/ui/copy-button';
import { keyboardScrollable } from '~/ui/scroll-region';
import { createIds } from './headings';

/** A document of ours: headings with addresses, links that stay in the product, code that can be copied. */
export function DocMarkdown({ text }: { text: string }) {
  return (
    <div className="prose">
      <ReactMarkdown remarkPlugins={[remarkGfm]} rehypePlugins={[addIds]} components={components}>
        {text}
      </ReactMarkdown>
    </div>
  );
}

/** The part of a Markdown tree that is looked at here. */
interface Node {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: Node[];
}

const HEADINGS = ['h2', 'h3', 'h4'];
const textOf = ({ value = '', children = [] }: Node): string => value + children.map(textOf).join('');

/** Gives each heading the id that links and searches name it by. */
function addIds() {
  return (tree: Node): void => {
    const idOf = createIds();
    const visit = (node: Node): void => {
      if (HEADINGS.includes(node.tagName ?? ''))
        node.properties = { ...node.properties, id: idOf(textOf(node)) };
      for (const child of node.children ?? []) visit(child);
    };
    visit(tree);
  };
}

const components: Components = {
  // The document's title is the second level already.
  h2: ({ id, children }) => (
    <h3 id={id} className="scroll-mt-6 text-l">
      {children}
    </h3>
  ),
  h3: ({ id, children }) => (
    <h4 id={id} className="scroll-mt-6">
      {children}
    </h4>
  ),
  h4: ({ id, children }) => (
    <h5 id={id} className="mt-5 scroll-mt-6 font-mono text-s font-semibold">
      {children}
    </h5>
  ),
  a: ({ href = '', children }) =>
    href.startsWith('/') || href.startsWith('#') ? (
      <Link to={href}>{children}</Link>
    ) : (
      <a href={href}>{children}</a>
    ),
  table: ({ children }) => (
    <div className="overflow-x-auto [&_td]:wrap-break-word" {...keyboardScrollable}>
      <table>{children}</table>
    </div>
  ),
  pre: ({ node, children }) => <Code text={node ? textOf(node) : ''}>{children}</Code>,
};

function Code({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="group relative">
      <pre {...keyboardScrollable}>{children}</pre>
      <div className="absolute top-1 right-1 opacity-0 group-hover:opacity-100 focus-within:opacity-100">
        <CopyButton text={text.trimEnd()} />
      </div>
    </div>
  );
}
