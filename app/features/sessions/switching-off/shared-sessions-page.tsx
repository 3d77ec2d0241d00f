import { Link2Off } from 'lucide-react';
import { useMemo, useState } from 'react';
import { AdminFrame } from '~/features/admin';
import { StateBadge } from '~/ui/badge';
import { EmptyState } from '~/ui/empty-state';
import { useFetcherForm } from '~/ui/form/use-fetcher-form';
import { isolate } from '~/ui/isolate';
import { ConfirmDialog } from '~/ui/overlay/confirm-dialog';
import { DateTime } from '~/ui/relative-time';
import { DataTable } from '~/ui/table/data-table';
import type { DataColumn } from '~/ui/table/use-data-table';
import { useTableState } from '~/ui/table/use-table-state';
import { SHARED_SESSIONS_TABLE, type SharedSession, type SharedSessions } from './schema';

/** Sessions that users share under a link, for administrators, who may switch one off. */
export function SharedSessionsPage({ sessions, total, timeZone }: SharedSessions & { timeZone: string }) {
  const table = useTableState(SHARED_SESSIONS_TABLE);
  const columns = useMemo(() => columnsOf(timeZone), [timeZone]);
  const [chosen, setChosen] = useState<SharedSession | null>(null);
  return (
    <AdminFrame
      title="Shared sessions"
      lead="Sessions that anyone with the link can read. A link that you switch off shows nothing, and its session can’t be shared again."
    >
      <DataTable
        caption="Shared sessions, newest first"
        noun="sessions"
        table={table}
        columns={columns}
        rows={sessions}
        rowKey={({ id }) => id}
        rowName={({ title, ownerEmail }) => `${title} of ${ownerEmail}`}
        total={total}
        rowActions={(session) =>
          session.switchedOffAt !== null
            ? []
            : [
                {
                  key: 'switch-off',
                  label: 'Switch off…',
                  icon: <Link2Off />,
                  isDanger: true,
                  onAction: () => setChosen(session),
                },
              ]
        }
        empty={<EmptyState title="No shared sessions">No one shares a session at the moment.</EmptyState>}
      />
      {chosen ? <SwitchOffDialog session={chosen} onClose={() => setChosen(null)} /> : null}
    </AdminFrame>
  );
}

function columnsOf(timeZone: string): readonly DataColumn<SharedSession>[] {
  return [
    {
      key: 'title',
      header: 'Session',
      isTitle: true,
      className: 'pr-10 md:w-full md:pr-4',
      cell: ({ title, url, switchedOffAt }) => (
        <span className="wrap-anywhere">
          {switchedOffAt === null ? (
            <a href={url} target="_blank" rel="noopener noreferrer" className="underline">
              <bdi>{title}</bdi>
            </a>
          ) : (
            <bdi>{title}</bdi>
          )}
        </span>
      ),
    },
    { key: 'owner', header: 'Owner', cell: ({ ownerEmail }) => ownerEmail },
    {
      key: 'sharedAt',
      header: 'Shared',
      cell: ({ sharedAt }) => <DateTime at={sharedAt} timeZone={timeZone} />,
    },
    {
      key: 'state',
      header: 'Ends',
      cell: ({ expiresAt, switchedOffAt }) =>
        switchedOffAt === null ? (
          <DateTime at={expiresAt} timeZone={timeZone} isDay />
        ) : (
          <StateBadge state="failed">Switched off</StateBadge>
        ),
    },
  ];
}

function SwitchOffDialog({ session, onClose }: { session: SharedSession; onClose: () => void }) {
  const { isBusy, error, submit } = useFetcherForm<string, { message: string }>({ onDone: onClose });
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={`Switch off “${isolate(session.title)}”?`}
      confirmLabel="Switch off link"
      onConfirm={() => submit('switch-off', { id: session.id })}
      isBusy={isBusy}
      error={error}
    >
      <p>
        The link shows nothing from now on, and {session.ownerEmail} can’t share the session again. The
        session itself stays with its owner. This can’t be undone.
      </p>
    </ConfirmDialog>
  );
}
