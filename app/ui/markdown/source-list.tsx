type Props = { sources: readonly { url: string; title: string | null }[] };

/** Sources of a reply, numbered like its marks [1], [2]. */
export function SourceList({ sources }: Props) {
  if (sources.length === 0) return null;
  return (
    <div role="group" aria-label="Sources" className="mt-3 text-s text-ink-2">
      <h3 className="text-xs font-medium text-ink-3">Sources</h3>
      <ol className="list-decimal pl-5">
        {sources.map(({ url, title }) => (
          <li key={url} className="wrap-anywhere">
            <a href={url} target="_blank" rel="noopener noreferrer nofollow">
              {title ?? url}
            </a>
            {title === null ? null : <span className="text-ink-3"> · {hostOf(url)}</span>}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The host, because a page's title may not name it. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host.replace(/^www\./, '') : url);
