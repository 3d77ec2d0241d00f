import { memo, useEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react';
import { languageOf } from '@promptwell/text/language-of';
import type { Element } from 'hast';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkCjkFriendly from 'remark-cjk-friendly';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import { Code } from './code';
import { CopyTable } from './copy-table';
import { directions } from './directions';
import { displayFormulas } from './display-formulas';
import { Formula } from './formula';
import { htmlTags } from './html-tags';
import { readFence, splitBlocks, type Block, type SplitText } from './split-blocks';
import { LongText } from './long-text';
import { texDelimiters } from './tex-delimiters';

const REMARK_PLUGINS: Parameters<typeof ReactMarkdown>[0]['remarkPlugins'] = [
  [remarkGfm, { singleTilde: false }],
  remarkCjkFriendly,
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
    <CopyTable>
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

export const MarkdownView = memo(function MarkdownView({ text }: { text: string }) {
  const before = useRef<SplitText>();
  const blocks = useMemo(() => {
    before.current = { text, blocks: splitBlocks(text, before.current) };
    return before.current.blocks;
  }, [text]);
  const count = useGradually(blocks.length);
  return (
    <div className="prose" lang={languageOf(text)}>
      {blocks.slice(0, count).map((block, index) => (
        <BlockView key={index} {...block} />
      ))}
    </div>
  );
});

const BlockView = memo(function BlockView({ kind, text }: Block) {
  switch (kind) {
    case 'code':
      return <Code {...readFence(text)} />;
    case 'plain':
      return <PlainText text={text} />;
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

/** Rises to `total` one by one, a task each, so that a long reply never blocks the page. */
function useGradually(total: number): number {
  const [count, setCount] = useState(1);
  useEffect(() => {
    if (count >= total) return;
    const timer = setTimeout(() => setCount(count + 1));
    return () => clearTimeout(timer);
  }, [count, total]);
  return Math.min(count, total);
}
