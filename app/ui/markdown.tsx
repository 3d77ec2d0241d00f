import { onDemand } from './on-demand';
import { Skeleton } from './skeleton';

/** Markdown as running text. Until its reader has loaded, lines hold its place; should it not load, the plain text does. */
export const Markdown = onDemand<{ text: string }>(
  async () => (await import('./markdown-view')).MarkdownView,
  {
    fallback: ({ text, hasFailed }) =>
      hasFailed ? (
        <div className="prose whitespace-pre-wrap" dir="auto">
          {text}
        </div>
      ) : (
        <div className="flex flex-col gap-2.5 py-1.5">
          <Skeleton className="h-3 w-[92%]" />
          <Skeleton className="h-3 w-[84%]" />
        </div>
      ),
  },
);
