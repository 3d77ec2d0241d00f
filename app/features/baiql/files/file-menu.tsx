import { Download, Eye, FileInput, Pencil, Trash2 } from 'lucide-react';
import type { MenuItems } from '~/ui/overlay/menu';
import { loadLinesOf, type LoadLine } from './load-lines';
import type { FileEntry } from './schema';

/** Menu of a file or folder; `insert` is present where there is a script to insert a LOAD line into. */
export function fileMenu(
  entry: FileEntry,
  {
    ask,
    insert,
  }: {
    ask: (kind: 'preview' | 'rename' | 'delete') => void;
    insert: ((load: LoadLine) => void) | undefined;
  },
): MenuItems {
  const preview = { key: 'preview', label: 'Preview', icon: <Eye />, onAction: () => ask('preview') };
  const loads = insert
    ? loadLinesOf(entry).map((load) => ({
        key: load.type,
        label: load.label,
        icon: <FileInput />,
        onAction: () => insert(load),
      }))
    : [];
  return [
    ...(entry.kind === 'file' ? [preview] : []),
    ...(loads.length > 0 ? [{ title: 'Insert a LOAD line', items: loads }] : []),
    {
      key: 'download',
      label: entry.kind === 'folder' ? 'Download as zip' : 'Download',
      icon: <Download />,
      onAction: () => window.location.assign(downloadOf(entry)),
    },
    { key: 'rename', label: 'Rename…', icon: <Pencil />, onAction: () => ask('rename') },
    { key: 'delete', label: 'Delete…', icon: <Trash2 />, isDanger: true, onAction: () => ask('delete') },
  ];
}

export const archiveOf = (path: string): string =>
  `/api/baiql/files/archive?${new URLSearchParams({ path }).toString()}`;
export const downloadOf = ({ kind, path }: FileEntry): string =>
  kind === 'folder'
    ? archiveOf(path)
    : `/api/baiql/files/content?${new URLSearchParams({ path }).toString()}`;
