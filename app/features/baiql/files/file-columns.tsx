import { Link } from '@remix-run/react';
import { Folder } from 'lucide-react';
import { FileIcon } from '~/ui/file-icon';
import { formatBytes } from '~/ui/format-count';
import { DateTime } from '~/ui/relative-time';
import type { DataColumn } from '~/ui/table/use-data-table';
import { OpenFolder, type FolderLinks } from './folder-path';
import type { FileEntry } from './schema';

type ColumnSettings = {
  folders: FolderLinks;
  timeZone: string;
  isNarrow: boolean;
  onPreview: (entry: FileEntry) => void;
};

export function fileColumns({
  folders,
  timeZone,
  isNarrow,
  onPreview,
}: ColumnSettings): DataColumn<FileEntry>[] {
  return [
    {
      key: 'name',
      header: 'Name',
      isTitle: true,
      cardSlot: 1,
      sort: ({ name }) => name,
      cell: (entry) => (
        <span className="flex min-w-0 items-center gap-2">
          {entry.kind === 'folder' ? (
            <>
              <Folder aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
              <OpenFolder path={entry.path} folders={folders}>
                <bdi>{entry.name}</bdi>
              </OpenFolder>
            </>
          ) : (
            <>
              <FileIcon name={entry.name} />
              <button
                type="button"
                className="min-w-0 text-left font-medium wrap-anywhere hover:underline"
                onClick={() => onPreview(entry)}
              >
                <bdi>{entry.name}</bdi>
              </button>
              {entry.encodings === undefined ? null : (
                <button
                  type="button"
                  className="shrink-0 text-s text-warn hover:underline"
                  title={`Can be read as ${entry.encodings.join(', ')}`}
                  aria-label={`Choose how ${entry.name} is read`}
                  onClick={() => onPreview(entry)}
                >
                  Encoding?
                </button>
              )}
              {entry.run === undefined ? null : (
                <Link
                  to={`/baiql/exec/${entry.run.executionId}`}
                  className="truncate text-s text-ink-3 hover:underline"
                  title={`Written by ${entry.run.scriptName}`}
                >
                  {entry.run.scriptName}
                </Link>
              )}
            </>
          )}
        </span>
      ),
    },
    {
      key: 'size',
      header: 'Size',
      isNumber: true,
      cardSlot: 2,
      sort: ({ size }) => size,
      cell: ({ kind, size }) => (kind === 'folder' ? '' : formatBytes(size)),
    },
    ...(isNarrow
      ? []
      : [
          {
            key: 'modifiedAt',
            header: 'Changed',
            cardSlot: 3 as const,
            sort: ({ modifiedAt }: FileEntry) => modifiedAt,
            cell: ({ modifiedAt }: FileEntry) => <DateTime at={modifiedAt} timeZone={timeZone} />,
          },
        ]),
  ];
}
