import { memo, type ReactNode } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { keyboardScrollable } from './scroll-region';

/**
 * The text may come from a model or another user and must not be active: HTML stays text, links that react-markdown
 * rejects (such as javascript:) become text, and images become links, because loading one would reveal the reader to
 * its server.
 */
const components: Components = {
  a: ({ href, children }) => <NewTabLink href={href}>{children}</NewTabLink>,
  img: ({ src, alt }) => (
    <NewTabLink href={src}>{alt === undefined || alt === '' ? 'Picture' : alt}</NewTabLink>
  ),
  pre: ({ children }) => <pre {...keyboardScrollable}>{children}</pre>,
};

function NewTabLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  if (href === undefined || href === '') return <>{children}</>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

export const MarkdownView = memo(function MarkdownView({ text }: { text: string }) {
  return (
    <div className="prose" dir="auto">
      <ReactMarkdown remarkPlugins={[remarkGfm]} components={components}>
        {text}
      </ReactMarkdown>
    </div>
  );
});
