import { memo, type ReactNode } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { keyboardScrollable } from './scroll-region';

/**
 * The text may come from a model or another person, so nothing in it may act: HTML stays text, a link whose address
 * react-markdown refuses (a script, for instance) is its text alone, and a picture is only a link, or it could report who
 * looks.
 */
const components: Components = {
  a: ({ href, children }) => <OtherPage href={href}>{children}</OtherPage>,
  img: ({ src, alt }) => (
    <OtherPage href={src}>{alt === undefined || alt === '' ? 'Picture' : alt}</OtherPage>
  ),
  pre: ({ children }) => <pre {...keyboardScrollable}>{children}</pre>,
};

function OtherPage({ href, children }: { href: string | undefined; children: ReactNode }) {
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
