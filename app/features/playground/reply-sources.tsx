import type { Reply } from './reply';

/** The pages on which a reply rests, numbered as its marks [1], [2] are. */
export function ReplySources({ sources }: { sources: Reply['sources'] }) {
  if (sources.length === 0) return null;
  return (
    <section aria-label="Sources" className="mt-3 text-s text-ink-2">
      <h3 className="text-xs font-medium text-ink-3">Sources</h3>
      <ol className="list-decimal pl-5">
        {sources.map(({ url, title }) => (
          <li key={url} className="wrap-anywhere">
            <a href={url} target="_blank" rel="noopener noreferrer nofollow">
              {title ?? url}
            </a>
          </li>
        ))}
      </ol>
    </section>
  );
}
