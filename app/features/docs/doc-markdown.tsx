import { Check, Copy, SquarePen } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { buttonClasses } from '~/ui/button-variant';
import { keyboardScrollable } from '~/ui/scroll-region';
import { exampleName, isWholeScript } from './examples';
import { createIds } from './headings';
import { isInternalImage } from './images';

/** State of a document rendered in chunks: used ids and the number of examples. */
export interface DocState {
  idOf: (text: string) => string;
  examples: number;
}

export const createDocState = (): DocState => ({ idOf: createIds(), examples: 0 });

/**
 * Renders a document or its next chunk: headings with ids, code with copy and open buttons. Produces static markup that
 * the server renders once; DocBody handles its links and buttons.
 * @param slug of the document, for links to its scripts in the editor; omitted in previews
 */
export const readDocument = (text: string, slug?: string, state = createDocState()): ReactElement =>
  ReactMarkdown({
    remarkPlugins: [remarkGfm],
    rehypePlugins: [
      [addIds, state],
      [nameExamples, state, slug],
    ],
    components,
    children: text,
  });

/** The used subset of a hast node. */
interface Node {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: Node[];
}

const HEADINGS = ['h2', 'h3', 'h4'];
const textOf = ({ value = '', children = [] }: Node): string => value + children.map(textOf).join('');

/** Sets heading ids for links and search. */
function addIds({ idOf }: DocState) {
  return (tree: Node): void => {
    const visit = (node: Node): void => {
      if (HEADINGS.includes(node.tagName ?? ''))
        node.properties = { ...node.properties, id: idOf(textOf(node)) };
      for (const child of node.children ?? []) visit(child);
    };
    visit(tree);
  };
}

/** Names complete scripts for the editor's URL. */
function nameExamples(state: DocState, slug: string | undefined) {
  return (tree: Node): void => {
    if (slug === undefined) return;
    const visit = (node: Node): void => {
      if (node.tagName === 'pre' && isScript(node.children?.[0]))
        node.properties = { ...node.properties, dataExample: exampleName(slug, (state.examples += 1)) };
      for (const child of node.children ?? []) visit(child);
    };
    visit(tree);
  };
}

const isScript = (code: Node | undefined): boolean => {
  const classes = code?.properties?.className;
  return (
    Array.isArray(classes) &&
    classes.includes('language-baiql') &&
    isWholeScript(textOf(code ?? { type: '' }))
  );
};

const components: Components = {
  // The document's title is the h2.
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
  a: ({ href = '', children }) => <DocLink href={href}>{children}</DocLink>,
  // The editor rejects external images; older texts may still have them, so they become links.
  img: ({ src = '', alt = '' }) =>
    isInternalImage(src) ? <img src={src} alt={alt} /> : <DocLink href={src}>{alt || 'Picture'}</DocLink>,
  table: ({ children }) => (
    <div className="overflow-x-auto [&_td]:wrap-break-word" {...keyboardScrollable}>
      <table>{children}</table>
    </div>
  ),
  pre: ({ node, children }) => {
    const example = node?.properties.dataExample;
    return typeof example === 'string' ? (
      <Example name={example}>{children}</Example>
    ) : (
      <Code>{children}</Code>
    );
  },
};

function DocLink({ href, children }: { href: string; children: ReactNode }) {
  // react-markdown removes unsafe URLs such as scripts.
  return href === '' ? children : <a href={href}>{children}</a>;
}

function CopyCode() {
  return (
    <button type="button" data-copy className={buttonClasses('ghost', 's', 'group/copy')}>
      <Copy aria-hidden="true" className="size-4 group-data-copied/copy:hidden" />
      <Check aria-hidden="true" className="hidden size-4 group-data-copied/copy:block" />
      Copy
    </button>
  );
}

function Code({ children }: { children: ReactNode }) {
  return (
    <div data-code className="group relative">
      <pre {...keyboardScrollable}>{children}</pre>
      <div className="absolute top-1 right-1 opacity-0 group-hover:opacity-100 focus-within:opacity-100 [@media(hover:none)]:opacity-100">
        <CopyCode />
      </div>
    </div>
  );
}

function Example({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div data-code>
      <pre {...keyboardScrollable}>{children}</pre>
      <div className="mt-1.5 flex flex-wrap gap-1">
        <a href={`/baiql?example=${name}`} className={buttonClasses('ghost', 's', 'no-underline!')}>
          <SquarePen aria-hidden="true" className="size-4" />
          Open in the editor
        </a>
        <CopyCode />
      </div>
    </div>
  );
}
