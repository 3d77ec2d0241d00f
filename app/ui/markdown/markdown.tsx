import { lazyComponent } from '../lazy-component';
import { Skeleton } from '../skeleton';

/** Rendered Markdown. A skeleton is shown until the renderer has loaded, and the plain text if that fails. */
export const Markdown = lazyComponent<{ text: string }>(
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
