import { lazy, Suspense } from 'react';

const MarkdownView = lazy(() => import('./markdown-view'));

/** Markdown as running text. Until its reader has loaded, the plain text stands in its place. */
export function Markdown({ text }: { text: string }) {
  return (
    <Suspense fallback={<div className="prose whitespace-pre-wrap">{text}</div>}>
      <MarkdownView text={text} />
    </Suspense>
  );
}
