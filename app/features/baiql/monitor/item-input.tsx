import { Check, TriangleAlert } from 'lucide-react';
import { Fragment, useEffect, useMemo, useState } from 'react';
import { Button } from '~/ui/button';
import { CopyButton } from '~/ui/copy-button';
import { Notice } from '~/ui/notice';
import { keyboardScrollable } from '~/ui/scroll-region';
import { Skeleton } from '~/ui/skeleton';
import { messageOf } from '~/core/browser/call-api';
import type { ItemDetail, ItemInput } from '../runs/responses';
import { checkQuotes } from './check-quotes';
import { pagesOf } from './pages-of';
import type { ItemPlace, RunCalls } from './run-api';

/** Stepping quickly through transactions reads only the one that is stopped at. */
const REST_MS = 120;

type Loaded = { input: ItemInput } | { error: string } | null;

/** What a transaction works on: its row, and the texts of its documents page by page. */
export function ItemInputView({
  calls,
  place,
  fields,
}: {
  calls: RunCalls;
  place: ItemPlace;
  /** Of the reply, whose quotes are looked for in the documents. */
  fields: ItemDetail['fields'];
}) {
  const { batch, number } = place;
  const [loaded, setLoaded] = useState<Loaded>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    setLoaded(null);
    const timer = setTimeout(() => {
      calls.input({ batch, number }, leaving.signal).then(
        (input) => setLoaded({ input }),
        (thrown: unknown) => {
          if (!leaving.signal.aborted) setLoaded({ error: messageOf(thrown) });
        },
      );
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [calls, batch, number, attempt]);
  return (
    <section aria-label="Source" aria-busy={loaded === null} className="flex min-w-0 flex-col gap-3">
      {loaded === null ? (
        <>
          <h4 className="text-xs font-medium text-ink-3">Source</h4>
          <Skeleton className="h-28 w-full" />
        </>
      ) : 'error' in loaded ? (
        <Notice
          tone="bad"
          title="The source couldn’t be loaded"
          actions={
            <Button size="s" onClick={() => setAttempt(attempt + 1)}>
              Try again
            </Button>
          }
        >
          {loaded.error}
        </Notice>
      ) : (
        <>
          <Quotes fields={fields} input={loaded.input} />
          <Source {...loaded.input} />
        </>
      )}
    </section>
  );
}

/** Whether the quotes of the reply stand where it says, each with its field. */
function Quotes({ fields, input }: { fields: ItemDetail['fields']; input: ItemInput }) {
  const quotes = useMemo(() => checkQuotes(fields ?? [], input.documents), [fields, input.documents]);
  if (quotes.length === 0 || input.problem !== null) return null;
  return (
    <div>
      <h4 className="text-xs font-medium text-ink-3">Quotes</h4>
      <ul className="mt-1 flex flex-col gap-1 text-s">
        {quotes.map(({ name, isFound, place }) => (
          <li key={name} className={isFound ? 'flex gap-2 text-ink-2' : 'flex gap-2 text-warn'}>
            {isFound ? <Check aria-hidden="true" className={ICON} /> : null}
            {isFound ? null : <TriangleAlert aria-hidden="true" className={ICON} />}
            <span className="min-w-0 wrap-anywhere">
              {name}: {place}
              {isFound || input.isWhole ? '' : ' in the part that is shown'}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

const ICON = 'mt-1 size-3.5 shrink-0';

function Source({ rows, documents, isWhole, isChanged, problem }: ItemInput) {
  if (problem !== null)
    return (
      <Notice tone="warn" title="The source can’t be shown">
        {problem}
      </Notice>
    );
  return (
    <>
      {isChanged ? (
        <Notice tone="warn">
          This row or file has changed since the reply was made. Below is what it says now.
        </Notice>
      ) : null}
      {rows.map((cells, index) => (
        <Cells key={index} title={index === 0 ? 'Source row' : `Joined row ${index}`} cells={cells} />
      ))}
      {documents.map(({ name, text }, index) => (
        <Document key={index} name={name} text={text} />
      ))}
      {rows.length + documents.length === 0 ? (
        <p className="text-s text-ink-3">This transaction has no row or file of its own.</p>
      ) : null}
      {isWhole ? null : <p className="text-s text-ink-3">Only the first 1,000,000 characters are shown.</p>}
    </>
  );
}

const SCROLLER = 'max-h-[64dvh] overflow-y-auto leading-6 wrap-anywhere whitespace-pre-wrap text-ink-2';

function Cells({ title, cells }: { title: string; cells: ItemInput['rows'][number] }) {
  return (
    <div>
      <h4 className="text-xs font-medium text-ink-3">{title}</h4>
      <div className={`mt-1 ${SCROLLER}`} {...keyboardScrollable} role="region" aria-label={title}>
        <dl className="flex flex-col gap-1.5">
          {cells.map(({ name, value }, index) => (
            <div key={index}>
              <dt className="text-xs text-ink-3">{name}</dt>
              <dd>{value === '' ? <span className="text-ink-3">–</span> : value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  );
}

function Document({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <div className="flex items-center justify-between gap-2">
        <h4 className="text-xs font-medium wrap-anywhere text-ink-3">{name}</h4>
        {text === '' ? null : <CopyButton text={text} hasOnlyIcon size="s" variant="ghost" />}
      </div>
      <div className={SCROLLER} {...keyboardScrollable} role="region" aria-label={name}>
        {text === '' ? <span className="text-ink-3">–</span> : null}
        {pagesOf(text).map(({ page, text: body }, index) => (
          <Fragment key={index}>
            {page === null ? null : (
              <h5 className="num sticky top-0 bg-surface py-1 text-xs font-medium text-ink-3 lg:bg-paper">
                Page {page}
              </h5>
            )}
            {/* Long documents lay out only what is in view. */}
            <div className="[contain-intrinsic-size:auto_40rem] [content-visibility:auto]">{body}</div>
          </Fragment>
        ))}
      </div>
    </div>
  );
}
