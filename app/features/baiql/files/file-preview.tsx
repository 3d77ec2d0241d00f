import { useEffect, useState } from 'react';
import { callApi, fetchApi, serverMessageOr, NetworkError } from '~/core/browser/call-api';
import { Button } from '~/ui/button';
import { EncodingField } from '~/ui/form/encoding-field';
import { Notice } from '~/ui/notice';
import { ScrollRegion } from '~/ui/scroll-region';
import { Skeleton } from '~/ui/skeleton';
import { Table } from '~/ui/table/table';
import { notifyFilesChanged } from './files-changed';
import { previewSchema, type Preview } from './responses';

/** A user's file as it is now, or as a run has written it. */
interface FilePlace {
  path: string;
  run?: string | undefined;
}

function addressOf(what: 'preview' | 'picture', { path, run }: FilePlace, page = 1): string {
  const query = { path, ...(run === undefined ? {} : { run }), ...(page > 1 ? { page: String(page) } : {}) };
  return `/api/baiql/files/${what}?${new URLSearchParams(query).toString()}`;
}

export const fetchPreview = (place: FilePlace, signal?: AbortSignal): Promise<Preview> =>
  callApi(addressOf('preview', place), previewSchema, signal && { signal });

/** Shows a preview of a file: a table's first rows, a text, pages or an image. */
export function FilePreview({ path, run }: FilePlace) {
  const [preview, setPreview] = useState<Preview>();
  const [problem, setProblem] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const [isChoosing, setIsChoosing] = useState(false);
  const explain = (error: unknown, unexplained: string) =>
    setProblem(error instanceof NetworkError ? error.message : serverMessageOr(error, unexplained));
  const choose = async (encoding: string) => {
    setIsChoosing(true);
    try {
      await fetchApi('/api/baiql/files', { method: 'PATCH', body: { path, encoding } });
      setPreview(await fetchPreview({ path, run }));
      notifyFilesChanged();
    } catch (error) {
      explain(error, 'The encoding couldn’t be changed.');
    } finally {
      setIsChoosing(false);
    }
  };
  useEffect(() => {
    const controller = new AbortController();
    setPreview(undefined);
    setProblem(undefined);
    fetchPreview({ path, run }, controller.signal)
      .then(setPreview)
      .catch((error: unknown) => {
        if (!controller.signal.aborted) explain(error, 'The preview couldn’t be loaded.');
      });
    return () => controller.abort();
  }, [path, run, attempt]);

  if (problem !== undefined) {
    return (
      <Notice
        tone="bad"
        title="The preview couldn’t be loaded"
        actions={
          <Button size="s" onClick={() => setAttempt(attempt + 1)}>
            Try again
          </Button>
        }
      >
        {problem}
      </Notice>
    );
  }
  if (preview === undefined) return <Loading />;
  const shown = <Shown place={{ path, run }} preview={preview} />;
  if (run !== undefined || !('encoding' in preview) || preview.encoding === undefined) return shown;
  return (
    <div className="flex flex-col gap-3">
      <EncodingField
        name={nameIn(path)}
        choice={preview.encoding}
        isBusy={isChoosing}
        onChoose={(encoding) => void choose(encoding)}
      />
      <div aria-busy={isChoosing} className={isChoosing ? 'opacity-55' : undefined}>
        {shown}
      </div>
    </div>
  );
}

const nameIn = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

function Loading() {
  return (
    <div className="flex flex-col gap-2.5">
      <p role="status" className="sr-only">
        Loading the preview
      </p>
      {['w-3/4', 'w-full', 'w-5/6', 'w-2/3'].map((width) => (
        <Skeleton key={width} className={`h-3.5 ${width}`} />
      ))}
    </div>
  );
}

function Shown({ place, preview }: { place: FilePlace; preview: Preview }) {
  switch (preview.kind) {
    case 'table':
      return <TablePreview {...preview} />;
    case 'text':
      return <TextPreview text={preview.text} isWhole={preview.isWhole} />;
    case 'picture':
      return <Picture place={place} page={1} label="The picture" />;
    case 'pages':
      return <PagesPreview place={place} {...preview} />;
    case 'none':
      return <p className="py-6 text-center text-s text-ink-2">{preview.message}</p>;
  }
}

function TablePreview({ columns, rows, isWhole }: Extract<Preview, { kind: 'table' }>) {
  const numbered = rows.map((cells, index) => ({ key: String(index), cells }));
  return (
    <>
      <ScrollRegion label="Rows" className="max-h-[60dvh] overflow-auto">
        <Table
          caption="The first rows"
          columns={columns.map((header, index) => ({
            key: String(index),
            header,
            cell: ({ cells }: { cells: readonly string[] }) => (
              <span title={cells[index]} className="line-clamp-3 max-w-[40ch] wrap-anywhere">
                {cells[index]}
              </span>
            ),
            isTitle: index === 0,
          }))}
          rows={numbered}
          rowKey={({ key }) => key}
        />
      </ScrollRegion>
      {rows.length === 0 ? (
        <p className="mt-2 text-s text-ink-2">There are no rows under the header.</p>
      ) : null}
      {isWhole ? null : <More>Only the first rows are shown. Download the file to see all of it.</More>}
    </>
  );
}

function TextPreview({ text, isWhole }: { text: string; isWhole: boolean }) {
  return (
    <>
      <ScrollRegion label="Text" className="max-h-[60dvh] overflow-auto">
        <pre className="font-mono text-s whitespace-pre-wrap wrap-anywhere">{text}</pre>
      </ScrollRegion>
      {isWhole ? null : <More>Only the beginning is shown. Download the file to see all of it.</More>}
    </>
  );
}

const More = ({ children }: { children: string }) => <p className="mt-2 text-xs text-ink-3">{children}</p>;

function PagesPreview({
  place,
  pageCount,
  text,
  isWhole,
}: Extract<Preview, { kind: 'pages' }> & { place: FilePlace }) {
  const [page, setPage] = useState(1);
  const [shows, setShows] = useState<'pages' | 'text'>('pages');
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <Button size="s" disabled={page === 1 || shows === 'text'} onClick={() => setPage(page - 1)}>
          Previous
        </Button>
        <span className="num text-s text-ink-2" role="status">
          Page {page} of {pageCount}
        </span>
        <Button size="s" disabled={page >= pageCount || shows === 'text'} onClick={() => setPage(page + 1)}>
          Next
        </Button>
        <Button
          size="s"
          variant="ghost"
          className="ml-auto"
          onClick={() => setShows(shows === 'pages' ? 'text' : 'pages')}
        >
          {shows === 'pages' ? 'Show text' : 'Show pages'}
        </Button>
      </div>
      {shows === 'pages' ? (
        <Picture key={page} place={place} page={page} label={`Page ${String(page)}`} />
      ) : text === '' ? (
        <p className="py-6 text-center text-s text-ink-2">
          There is no text in this file. <code>SET OCR_IF_EMPTY = ON</code> makes a script read its pages as
          images.
        </p>
      ) : (
        <TextPreview text={text} isWhole={isWhole} />
      )}
    </>
  );
}

function Picture({ place, page, label }: { place: FilePlace; page: number; label: string }) {
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  if (state === 'failed') {
    return (
      <p className="py-6 text-center text-s text-ink-2">This image can’t be shown. It may be damaged.</p>
    );
  }
  return (
    <div className="flex min-h-60 items-center justify-center bg-sunken">
      <img
        src={addressOf('picture', place, page)}
        alt={label}
        className={state === 'loading' ? 'opacity-0' : 'max-h-[60dvh] max-w-full border border-line'}
        onLoad={() => setState('shown')}
        onError={() => setState('failed')}
      />
    </div>
  );
}
