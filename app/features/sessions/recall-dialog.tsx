import { useEffect, useRef, useState } from 'react';
import { download } from '~/core/browser/download';
import { Button } from '~/ui/button';
import { EmptyState } from '~/ui/empty-state';
import { TextField } from '~/ui/form/text-field';
import { formatCount, formatCountOf } from '~/ui/format-count';
import { microUsdFromUsd } from '~/ui/format-money';
import { Money } from '~/ui/money';
import { ConfirmDialog } from '~/ui/overlay/confirm-dialog';
import { Dialog } from '~/ui/overlay/dialog';
import { Menu } from '~/ui/overlay/menu';
import { showToast } from '~/ui/overlay/toast';
import { DateTime } from '~/ui/relative-time';
import { Skeleton } from '~/ui/skeleton';
import { isolate } from '~/ui/isolate';
import { FailureNotice } from './failure-notice';
import type { ListedSession, SavedSession } from './index.server';
import { RenameDialog } from './rename-dialog';
import { asFailure, SessionFailure, sessions } from './session-api';
import { parseThread, type ThreadEntry } from './thread';
import { useSessionList } from './use-session-list';

export type RecallDialogProps = {
  timezone: string;
  /** Model display names, including retired models. */
  nameOfModel: (provider: string, model: string) => string;
  onClose: () => void;
  onLoad: (session: SavedSession, entries: readonly ThreadEntry[]) => void;
};

type Asked = { kind: 'rename' | 'delete'; session: ListedSession } | null;

const UNREADABLE = new SessionFailure(
  'This session can’t be shown',
  'Its thread was saved in a format this page can’t read. Export it to get its text.',
);

/** The sessions of the history, saved and recent, to load, rename, export or delete. */
export function RecallDialog({ timezone, nameOfModel, onClose, onLoad }: RecallDialogProps) {
  const [query, setQuery] = useState('');
  const { list, searched, failure: listFailure, reload, loadMore } = useSessionList(query);
  const [asked, setAsked] = useState<Asked>(null);
  const [failure, setFailure] = useState<SessionFailure>();
  const [busyId, setBusyId] = useState<string>();

  /** Runs an action on a session; errors are shown above the list. */
  async function act(session: ListedSession, work: () => Promise<void>) {
    setFailure(undefined);
    setAsked(null);
    setBusyId(session.Id);
    await work().catch((error: unknown) => setFailure(asFailure(error)));
    setBusyId((id) => (id === session.Id ? undefined : id));
  }
  // Only the latest request is applied, and none after the dialog has closed.
  const wanted = useRef<string | null>(null);
  useEffect(
    () => () => {
      wanted.current = null;
    },
    [],
  );
  const open = (session: ListedSession) =>
    act(session, async () => {
      wanted.current = session.Id;
      const saved = await sessions.get(session.Id);
      if (wanted.current !== session.Id) return;
      const entries = saved.ThreadJson === '' ? [] : parseThread(saved.ThreadJson);
      if (!entries) throw UNREADABLE;
      onLoad(saved, entries);
    });

  if (asked?.kind === 'rename') {
    const { session } = asked;
    return (
      <RenameDialog
        title={session.Title}
        onClose={() => setAsked(null)}
        onRename={async (name) => {
          await sessions.rename(session.Id, name);
          showToast('success', `“${isolate(session.Title)}” was renamed`);
          await reload();
        }}
      />
    );
  }
  if (asked?.kind === 'delete') {
    const { session } = asked;
    return (
      <ConfirmDialog
        isOpen
        title={`Delete “${isolate(session.Title)}”?`}
        confirmLabel="Delete session"
        onOpenChange={() => setAsked(null)}
        onConfirm={() =>
          void act(session, async () => {
            await sessions.remove(session.Id);
            showToast('success', `“${isolate(session.Title)}” was deleted`);
            await reload();
          })
        }
      >
        <p>
          The session with its messages and replies is deleted. The ledger keeps what it cost. This can’t be
          undone.
        </p>
      </ConfirmDialog>
    );
  }
  return (
    <Dialog isOpen onOpenChange={onClose} title="Recall Saved I/O" size="m">
      <div className="flex min-h-70 flex-col gap-3">
        <TextField
          label="Search sessions"
          isLabelHidden
          type="search"
          placeholder="Search sessions"
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
        <FailureNotice failure={failure} />
        <FailureNotice failure={listFailure} onRetry={() => void reload()} />
        {list === undefined ? <Skeleton className="h-24 w-full" /> : null}
        {list?.items.length === 0 && listFailure === undefined ? (
          searched.trim() === '' ? (
            <EmptyState title="No sessions yet">
              Sessions are listed here as you send, and saved ones stay for good.
            </EmptyState>
          ) : (
            <EmptyState title="No results">Try another word.</EmptyState>
          )
        ) : null}
        <ul aria-label="Sessions" className="flex flex-col">
          {list?.items.map((session) => (
            <SessionRow
              key={session.Id}
              session={session}
              timezone={timezone}
              model={nameOfModel(session.Provider, session.Model)}
              isBusy={busyId === session.Id}
              onOpen={() => void open(session)}
              onExport={() =>
                void act(session, async () => {
                  await download(await sessions.exportSaved(session.Id));
                  showToast('success', `“${isolate(session.Title)}” was exported`);
                })
              }
              onAsk={(kind) => setAsked({ kind, session })}
            />
          ))}
        </ul>
        {list && list.items.length < list.total ? (
          <Button
            className="self-center"
            onClick={() => void loadMore().catch((error: unknown) => setFailure(asFailure(error)))}
          >
            Show more ({formatCount(list.total - list.items.length)})
          </Button>
        ) : null}
      </div>
    </Dialog>
  );
}

type RowProps = {
  session: ListedSession;
  timezone: string;
  model: string;
  isBusy: boolean;
  onOpen: () => void;
  onExport: () => void;
  onAsk: (kind: 'rename' | 'delete') => void;
};

function SessionRow({ session, timezone, model, isBusy, onOpen, onExport, onAsk }: RowProps) {
  const { Title, SessionRequests: requests, SessionTotalCostUsd: costUsd, ChangedAt, Kind } = session;
  return (
    <li
      aria-busy={isBusy}
      className="relative flex items-center gap-3 border-b border-line py-2 hover:bg-chosen"
    >
      <button
        type="button"
        className="min-w-0 grow text-left after:absolute after:inset-0"
        aria-disabled={isBusy} // disabling it would drop the focus, and with it Escape
        onClick={isBusy ? undefined : onOpen}
      >
        <span dir="auto" className="block truncate text-left text-s font-medium">
          {Title}
        </span>
        <span className="num flex flex-wrap gap-x-3 text-xs text-ink-2">
          <DateTime at={ChangedAt} timeZone={timezone} />
          {Kind === 'recent' ? <span>Not saved</span> : null}
          {model === '' ? null : <span>{model}</span>}
          <span>{formatCountOf(requests, 'request')}</span>
          <Money use="exact" microUsd={microUsdFromUsd(costUsd)} />
        </span>
      </button>
      <span className="relative">
        <Menu
          label={`Actions for ${Title}`}
          items={[
            { key: 'load', label: 'Load', onAction: onOpen },
            { key: 'rename', label: 'Rename', onAction: () => onAsk('rename') },
            { key: 'export', label: 'Export', onAction: onExport },
            { key: 'delete', label: 'Delete', isDanger: true, onAction: () => onAsk('delete') },
          ]}
        />
      </span>
    </li>
  );
}
