import { Upload as UploadIcon } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { Button } from '~/ui/button';
import { buttonClasses } from '~/ui/button-variant';
import { cx } from '~/ui/cx';
import { EmptyState } from '~/ui/empty-state';
import { formatBytes, formatCount } from '~/ui/format-count';
import { Dialog } from '~/ui/overlay/dialog';
import { DataTable } from '~/ui/table/data-table';
import type { TableHandle } from '~/ui/table/use-table-state';
import { ColumnsBar } from './columns-bar';
import { fileColumns } from './file-columns';
import { DeleteDialog, RenameDialog, ReplaceDialog } from './file-dialogs';
import { fetchPreview, FilePreview } from './file-preview';
import { archiveOf, downloadOf, fileMenu } from './file-menu';
import { notifyFilesChanged } from './files-changed';
import { FolderPath, type FolderLinks } from './folder-path';
import type { FileEntry, Listing } from './schema';
import type { LoadLine } from './load-lines';
import {
  conflictingNames,
  readChosenFolder,
  readDropped,
  withUniqueNames,
  type Upload,
} from './upload-files';
import { UploadProgress } from './upload-progress';
import { useUploads } from './use-uploads';
import { useWindowDrop } from './use-window-drop';

/** The editor that files are inserted into. */
export interface ScriptEditor {
  /** Inserts a line after the one with the cursor. */
  insertLine: (line: string) => void;
  /** Inserts at the cursor. */
  insertText: (text: string) => void;
}

type Props = {
  listing: Listing;
  folders: FolderLinks;
  table: TableHandle;
  timeZone: string;
  /** Called after any change to the files. */
  onChanged: () => void;
  editor?: ScriptEditor;
  /** For narrow panels: shows names and sizes only. */
  isNarrow?: boolean;
};

type DialogState =
  | { kind: 'preview' | 'rename' | 'delete'; entry: FileEntry }
  | { kind: 'replace'; uploads: readonly Upload[]; taken: readonly string[] };

/** A folder is loaded as a whole; sorting and paging happen in the browser. */
export const FILES_TABLE = { pageSizes: [100], sortable: ['name', 'size', 'modifiedAt'] };

/** React's types lack this attribute. */
const WHOLE_FOLDER = { webkitdirectory: '' };

/** One folder of the user's files, with uploads and all file actions. */
export function FilesView({ listing, folders, table, timeZone, onChanged, editor, isNarrow = false }: Props) {
  const [dialog, setDialog] = useState<DialogState>();
  const [columns, setColumns] = useState<{
    name: string;
    placeholders: readonly string[];
    headers: readonly string[];
  }>();
  const chooser = useRef<HTMLInputElement>(null);
  const folderChooser = useRef<HTMLInputElement>(null);
  const latest = useRef(onChanged);
  latest.current = onChanged;
  const changed = () => {
    latest.current();
    notifyFilesChanged();
  };
  const uploads = useUploads(changed);
  const { path, entries, usedBytes, replacedBytes, quotaBytes } = listing;

  function take(files: readonly Upload[]) {
    if (files.length === 0) return;
    const taken = conflictingNames(files, entries);
    if (taken.length > 0) setDialog({ kind: 'replace', uploads: files, taken });
    else uploads.send(path, files);
  }
  const isOver = useWindowDrop((transfer) => void readDropped(transfer).then(take));
  async function insert(entry: FileEntry, { line, type }: LoadLine) {
    editor?.insertLine(line);
    setColumns(undefined);
    if (type !== 'FILE') return;
    // If the columns can't be read, the line is inserted without them.
    const preview = await fetchPreview({ path: entry.path }).catch(() => null);
    if (preview?.kind === 'table') {
      const { placeholders, columns: headers } = preview;
      setColumns({ name: entry.name, placeholders, headers });
    }
  }

  const actionsFor = (entry: FileEntry) =>
    fileMenu(entry, {
      ask: (kind) => setDialog({ kind, entry }),
      insert: editor && ((load) => void insert(entry, load)),
    });
  const tableColumns = useMemo(
    () =>
      fileColumns({
        folders,
        timeZone,
        isNarrow,
        onPreview: (entry) => setDialog({ kind: 'preview', entry }),
      }),
    [folders, timeZone, isNarrow],
  );
  const close = () => setDialog(undefined);
  const done = () => {
    close();
    changed();
  };
  const isInput = path.startsWith('/data/input/');

  return (
    <div
      className={cx(
        'relative min-h-60 rounded-2',
        isOver && 'outline-2 outline-offset-4 outline-accent outline-dashed',
      )}
    >
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <FolderPath path={path} folders={folders} />
        <div className="ml-auto flex flex-wrap items-center gap-2">
          {entries.length > 0 ? (
            <a href={archiveOf(path)} className={buttonClasses('ghost', isNarrow ? 's' : 'm')} download>
              Download all
            </a>
          ) : null}
          <Button size={isNarrow ? 's' : 'm'} variant="ghost" onClick={() => folderChooser.current?.click()}>
            Upload folder
          </Button>
          <Button
            size={isNarrow ? 's' : 'm'}
            variant={isNarrow || !isInput ? 'secondary' : 'primary'}
            onClick={() => chooser.current?.click()}
          >
            <UploadIcon aria-hidden="true" className="size-4" />
            Upload
          </Button>
          <input
            ref={chooser}
            type="file"
            multiple
            hidden
            aria-label="Files to upload"
            onChange={(event) => {
              const chosen = [...(event.currentTarget.files ?? [])];
              // Allows choosing the same file again.
              event.currentTarget.value = '';
              take(chosen.map((file) => ({ file, name: file.name })));
            }}
          />
          <input
            ref={folderChooser}
            type="file"
            {...WHOLE_FOLDER}
            hidden
            aria-label="Folder to upload"
            onChange={(event) => {
              const chosen = [...(event.currentTarget.files ?? [])];
              event.currentTarget.value = '';
              take(readChosenFolder(chosen));
            }}
          />
        </div>
      </div>
      {uploads.state ? (
        <div className="mb-3">
          <UploadProgress
            state={uploads.state}
            onCancel={uploads.cancel}
            onRetry={uploads.retry}
            onDismiss={uploads.dismiss}
          />
        </div>
      ) : null}
      {columns && editor ? (
        <ColumnsBar {...columns} onInsert={editor.insertText} onClose={() => setColumns(undefined)} />
      ) : null}
      <DataTable
        caption={`Files in ${path}`}
        noun="files"
        table={table}
        columns={tableColumns}
        rows={entries}
        rowKey={(entry) => entry.path}
        rowName={(entry) => entry.name}
        rowActions={actionsFor}
        empty={
          <EmptyState
            title={isInput ? 'No files here yet' : 'Nothing here yet'}
            action={
              isInput ? (
                <Button size="s" onClick={() => chooser.current?.click()}>
                  Choose files
                </Button>
              ) : undefined
            }
          >
            {isInput
              ? 'Drop files or whole folders here: a CSV or workbook, essays, contracts, photos.'
              : 'What your scripts write is kept here.'}
          </EmptyState>
        }
      />
      <p className="num mt-3 text-xs text-ink-3">
        {formatBytes(usedBytes)} of {formatBytes(quotaBytes)} used
        {replacedBytes > 0
          ? `, ${formatBytes(replacedBytes)} of it by earlier outputs that make room when it’s needed`
          : ''}
        {entries.length > 0 ? ` · ${formatCount(entries.length)} here` : ''}
      </p>
      {isOver ? (
        <p
          aria-hidden="true"
          className="pointer-events-none absolute inset-0 flex items-center justify-center rounded-2 bg-accent-soft font-medium"
        >
          Drop to upload into {path}
        </p>
      ) : null}

      {dialog?.kind === 'preview' ? (
        <Dialog
          isOpen
          size="l"
          onOpenChange={close}
          title={dialog.entry.name}
          description={`${formatBytes(dialog.entry.size)} · ${dialog.entry.path}`}
          footer={
            <a href={downloadOf(dialog.entry)} className={buttonClasses('secondary', 'm')} download>
              Download
            </a>
          }
        >
          <FilePreview path={dialog.entry.path} />
        </Dialog>
      ) : null}
      {dialog?.kind === 'rename' ? <RenameDialog entry={dialog.entry} onClose={close} onDone={done} /> : null}
      {dialog?.kind === 'delete' ? <DeleteDialog entry={dialog.entry} onClose={close} onDone={done} /> : null}
      {dialog?.kind === 'replace' ? (
        <ReplaceDialog
          taken={dialog.taken}
          onClose={close}
          onReplace={() => {
            close();
            uploads.send(path, dialog.uploads);
          }}
          onKeepBoth={() => {
            close();
            uploads.send(path, withUniqueNames(dialog.uploads, entries));
          }}
        />
      ) : null}
    </div>
  );
}
