import { memo } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { keyboardScrollable } from './scroll-region';

/**
 * The text may come from a model or another person, so nothing in it may act: HTML stays text, addresses with
 * a script in them are dropped by react-markdown, and a picture is only a link, or it could report who looks.
 */
const components: Components = {
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  ),
  img: ({ src, alt }) => (
    <a href={src} target="_blank" rel="noopener noreferrer nofollow">
      {alt === undefined || alt === '' ? 'Picture' : alt}
    </a>
  ),
  pre: ({ children }) => <pre {...keyboardScrollable}>{children}</pre>,
};

export const MarkdownView = memo(function MarkdownView({ text }: { text: string }) {
  return (
    <div className="prose" dir="auto">
      <ReactMarkdown remarkPlugins={[remarkGfm]} components={components}>
        {text}
      </ReactMarkdown>
    </div>
  );
});
