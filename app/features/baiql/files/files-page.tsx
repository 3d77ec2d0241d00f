import { useRefresh } from '~/core/browser/use-refresh';
import { PageFrame } from '~/ui/page/page-frame';
import { useTableState } from '~/ui/table/use-table-state';
import { FILES_TABLE, FilesView } from './files-view';
import type { readFilesPage } from './manage-files.server';

type Props = Awaited<ReturnType<typeof readFilesPage>>;

const folders = { hrefFor: (path: string) => `?${new URLSearchParams({ path }).toString()}` };

/** The user's files for scripts, one folder at a time. */
export function FilesPage({ listing, timeZone }: Props) {
  const table = useTableState(FILES_TABLE);
  const refresh = useRefresh();
  return (
    <PageFrame
      title="BAIQL Files"
      lead="What your scripts read (Input) and write (Output). Only you can see them."
    >
      <FilesView
        key={listing.path}
        listing={listing}
        timeZone={timeZone}
        table={table}
        folders={folders}
        onChanged={refresh}
      />
    </PageFrame>
  );
}
