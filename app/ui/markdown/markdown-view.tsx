import { memo, useId, useMemo, useRef, type ReactNode } from 'react';
import { languageOf } from '@promptwell/text/language-of';
import type { Element } from 'hast';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkBreaks from 'remark-breaks';
import remarkCjkFriendly from 'remark-cjk-friendly';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import { cx } from '../cx';
import { Code } from './code';
import { CopyTable } from './copy-table';
import { directions, isRightToLeft } from './directions';
import { displayFormulas } from './display-formulas';
import { Formula } from './formula';
import { htmlTags } from './html-tags';
import { readFence, splitBlocks, splitTable, type Block, type SplitText } from './split-blocks';
import { LongText } from './long-text';
import { texDelimiters } from './tex-delimiters';
import { useGradually } from './use-gradually';

const REMARK_PLUGINS: Parameters<typeof ReactMarkdown>[0]['remarkPlugins'] = [
  [remarkGfm, { singleTilde: false }],
  remarkCjkFriendly,
  // Letters and verses have lines, and a space has no place between Chinese or Japanese ones.
  remarkBreaks,
  // A single dollar sign is money.
  [remarkMath, { singleDollarTextMath: false }],
  texDelimiters,
  displayFormulas,
  htmlTags,
];
const REHYPE_PLUGINS = [directions];

/**
 * The text may come from a model or another user and must not be active: HTML stays text except for a few harmless
 * tags, links that react-markdown rejects (such as javascript:) become text, and images become links, because loading
 * one would reveal the reader to its server.
 */
const components: Components = {
  a: ({ href, id, children, ...props }) =>
    href?.startsWith('#') ? (
      <a href={href} id={id} aria-label={props['aria-label']} aria-describedby={props['aria-describedby']}>
        {children}
      </a>
    ) : (
      <NewTabLink href={href}>{children}</NewTabLink>
    ),
  img: ({ src, alt }) => (
    <NewTabLink href={src}>{alt === undefined || alt === '' ? 'Picture' : alt}</NewTabLink>
  ),
  code: ({ node, className = '', children }) =>
    isMath(className) ? (
      <Formula tex={textOf(node)} isDisplay={className.includes('math-display')} />
    ) : (
      <code dir="ltr">{children}</code>
    ),
  pre: ({ node }) => <Pre node={node} />,
  table: ({ dir, children }) => (
    <CopyTable dir={dir === 'rtl' ? dir : 'ltr'}>
      <table dir={dir}>{children}</table>
    </CopyTable>
  ),
};

const isMath = (className: string): boolean => /\blanguage-math\b/u.test(className);

const textOf = (node: Element | undefined): string =>
  node?.children.map((child) => (child.type === 'text' ? child.value : '')).join('') ?? '';

/** A fenced block: code, or with the language `math` a formula. */
function Pre({ node }: { node: Element | undefined }) {
  const inner = node?.children[0];
  if (inner?.type !== 'element') return null;
  const code = textOf(inner);
  const classes = [inner.properties.className ?? []].flat().join(' ');
  if (isMath(classes)) return <Formula tex={code.trim()} isDisplay />;
  return <Code code={code.replace(/\n$/u, '')} language={/\blanguage-(\S+)/u.exec(classes)?.[1]} />;
}

function NewTabLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  if (href === undefined || href === '') return <>{children}</>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

/** Blocks that are laid out together, and only when they come into view. */
const BLOCKS_PER_GROUP = 20;

export const MarkdownView = memo(function MarkdownView({ text }: { text: string }) {
  const before = useRef<SplitText>();
  const blocks = useMemo(() => {
    before.current = { text, blocks: splitBlocks(text, before.current) };
    return before.current.blocks;
  }, [text]);
  const shown = blocks.slice(0, useGradually(blocks.length));
  const lang = languageOf(text);
  const groups = Array.from({ length: Math.ceil(shown.length / BLOCKS_PER_GROUP) }, (_, index) =>
    shown.slice(index * BLOCKS_PER_GROUP, (index + 1) * BLOCKS_PER_GROUP),
  );
  return (
    <div className="prose" lang={lang}>
      {groups.map((group, index) => (
        <div
          key={index}
          className={cx(
            'prose',
            blocks.length > BLOCKS_PER_GROUP &&
              '[contain-intrinsic-size:auto_9000px] [content-visibility:auto] print:[content-visibility:visible]',
          )}
        >
          <Blocks blocks={group} />
        </div>
      ))}
    </div>
  );
});

const Blocks = ({ blocks }: { blocks: readonly Block[] }) =>
  blocks.map((block, index) => <BlockView key={index} {...block} />);

const BlockView = memo(function BlockView({ kind, text }: Block) {
  switch (kind) {
    case 'code':
      return <Code {...readFence(text)} />;
    case 'plain':
      return <PlainText text={text} />;
    case 'table':
      return <LongTable text={text} />;
    case 'markdown':
      return <MarkdownBlock text={text} />;
  }
});

const MarkdownBlock = memo(function MarkdownBlock({ text }: { text: string }) {
  // Footnotes of two replies must not share ids.
  const prefix = useId();
  return (
    <ReactMarkdown
      remarkPlugins={REMARK_PLUGINS}
      rehypePlugins={REHYPE_PLUGINS}
      remarkRehypeOptions={{ clobberPrefix: `${prefix}-` }}
      components={components}
    >
      {text}
    </ReactMarkdown>
  );
});

/** Text that is too large or too deep to render. */
const PlainText = memo(function PlainText({ text }: { text: string }) {
  return (
    <div dir="auto" className="wrap-anywhere whitespace-pre-wrap">
      <LongText text={text} />
    </div>
  );
});

/** A table whose rows are parsed in parts. */
function LongTable({ text }: { text: string }) {
  const parts = useMemo(() => splitTable(text), [text]);
  const count = useGradually(parts.length);
  const dir = isRightToLeft(text) ? 'rtl' : 'ltr';
  return (
    <CopyTable dir={dir}>
      <table dir={dir}>
        {parts.slice(0, count).map((part, index) => (
          <TableRows key={index} text={part} hasHead={index === 0} />
        ))}
      </table>
    </CopyTable>
  );
}

const TableRows = memo(function TableRows({ text, hasHead }: { text: string; hasHead: boolean }) {
  return (
    <ReactMarkdown
      remarkPlugins={REMARK_PLUGINS}
      rehypePlugins={REHYPE_PLUGINS}
      components={hasHead ? rowsWithHead : rowsOnly}
    >
      {text}
    </ReactMarkdown>
  );
});

const rowsWithHead: Components = { ...components, table: ({ children }) => <>{children}</> };
const rowsOnly: Components = { ...rowsWithHead, thead: () => null };
