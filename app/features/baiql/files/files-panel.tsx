import { useFetcher } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { Button } from '~/ui/button';
import { Notice } from '~/ui/notice';
import { Skeleton } from '~/ui/skeleton';
import { useLocalTableState } from '~/ui/table/use-table-state';
import { FILES_TABLE, FilesView, type ScriptEditor } from './files-view';
import type { readFilesPage } from './manage-files.server';

const ADDRESS = '/baiql/files';
const FIRST = '/data/input/';

/** The same files beside a script; clicking one inserts it into the script. */
export function FilesPanel({ editor }: { editor: ScriptEditor }) {
  const fetcher = useFetcher<typeof readFilesPage>({ key: 'files-panel' });
  const table = useLocalTableState(FILES_TABLE);
  const [path, setPath] = useState(FIRST);
  const { load, data, state } = fetcher;
  const reload = () => load(`${ADDRESS}?${new URLSearchParams({ path }).toString()}`);
  useEffect(reload, [load, path]);

  if (!data) {
    return state === 'idle' ? (
      <Notice
        tone="bad"
        title="Your files couldn’t be loaded"
        actions={
          <Button size="s" onClick={reload}>
            Try again
          </Button>
        }
      />
    ) : (
      <div className="flex flex-col gap-3">
        <p role="status" className="sr-only">
          Loading your files
        </p>
        <Skeleton className="h-5 w-40" />
        <Skeleton className="h-4" />
        <Skeleton className="h-4 w-2/3" />
      </div>
    );
  }
  return (
    <FilesView
      key={data.listing.path}
      listing={data.listing}
      timeZone={data.timeZone}
      folders={{ open: setPath }}
      onChanged={reload}
      table={table}
      editor={editor}
      isNarrow
    />
  );
}
