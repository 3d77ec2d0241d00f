import { Link } from '@remix-run/react';
import { SquarePen } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { ButtonLink } from '~/ui/button-link';
import { CopyButton } from '~/ui/copy-button';
import { keyboardScrollable } from '~/ui/scroll-region';
import { exampleName, isWholeScript } from './examples';
import { createIds } from './headings';
import { isOwnPicture } from './pictures';

type Props = {
  text: string;
  /** Of the document, so that the editor can open its scripts; a preview has none. */
  slug?: string;
};

/** A document of ours: headings with addresses, links that stay in the product, code that can be copied and opened. */
export function DocMarkdown({ text, slug }: Props) {
  return <div className="prose">{readDocument(text, slug)}</div>;
}

const MAX_KEPT = 30;
const kept = new Map<string, ReactElement>();

/** Reading a long document takes over a second, drawing what was read a few hundredths: each is read once. */
function readDocument(text: string, slug: string | undefined): ReactElement {
  const key = `${slug ?? ''}\n${text}`;
  const known = kept.get(key);
  if (known) return known;
  const document = ReactMarkdown({
    remarkPlugins: [remarkGfm],
    rehypePlugins: [addIds, [nameExamples, slug]],
    components,
    children: text,
  });
  const [oldest] = kept.keys();
  if (oldest !== undefined && kept.size >= MAX_KEPT) kept.delete(oldest);
  kept.set(key, document);
  return document;
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

/** Names each whole script as the editor's address names it. */
function nameExamples(slug: string | undefined) {
  return (tree: Node): void => {
    if (slug === undefined) return;
    let place = 0;
    const visit = (node: Node): void => {
      if (node.tagName === 'pre' && isScript(node.children?.[0]))
        node.properties = { ...node.properties, dataExample: exampleName(slug, ++place) };
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
  a: ({ href = '', children }) => <DocLink href={href}>{children}</DocLink>,
  // The editor refuses those of other sites; in a text from before it did, they are links.
  img: ({ src = '', alt = '' }) =>
    isOwnPicture(src) ? <img src={src} alt={alt} /> : <DocLink href={src}>{alt || 'Picture'}</DocLink>,
  table: ({ children }) => (
    <div className="overflow-x-auto [&_td]:wrap-break-word" {...keyboardScrollable}>
      <table>{children}</table>
    </div>
  ),
  pre: ({ node, children }) => {
    const text = node ? textOf(node).trimEnd() : '';
    const example = node?.properties.dataExample;
    return typeof example === 'string' ? (
      <Example name={example} text={text}>
        {children}
      </Example>
    ) : (
      <Code text={text}>{children}</Code>
    );
  },
};

function DocLink({ href, children }: { href: string; children: ReactNode }) {
  // What react-markdown refuses, such as a script, has no address left.
  if (href === '') return <>{children}</>;
  const isOurs = href.startsWith('#') || (href.startsWith('/') && !href.startsWith('//'));
  return isOurs ? <Link to={href}>{children}</Link> : <a href={href}>{children}</a>;
}

function Code({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="group relative">
      <pre {...keyboardScrollable}>{children}</pre>
      <div className="absolute top-1 right-1 opacity-0 group-hover:opacity-100 focus-within:opacity-100 [@media(hover:none)]:opacity-100">
        <CopyButton text={text} />
      </div>
    </div>
  );
}

/** A script that can be run. */
function Example({ name, text, children }: { name: string; text: string; children: ReactNode }) {
  return (
    <div>
      <pre {...keyboardScrollable}>{children}</pre>
      <div className="mt-1.5 flex flex-wrap gap-1">
        <ButtonLink
          to={`/baiql?example=${name}`}
          variant="ghost"
          size="s"
          prefetch="none"
          className="no-underline!"
        >
          <SquarePen aria-hidden="true" className="size-4" />
          Open in the editor
        </ButtonLink>
        <CopyButton text={text} />
      </div>
    </div>
  );
}
