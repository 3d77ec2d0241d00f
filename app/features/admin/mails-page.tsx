import { Send } from 'lucide-react';
import { useMemo } from 'react';
import { UNSENT_MAILS_TABLE, type UnsentMail, type UnsentMails } from '~/features/mails';
import { StateBadge, type State } from '~/ui/badge';
import { ButtonLink } from '~/ui/button-link';
import { EmptyState } from '~/ui/empty-state';
import { useFetcherForm } from '~/ui/form/use-fetcher-form';
import { DateTime } from '~/ui/relative-time';
import { DataTable } from '~/ui/table/data-table';
import type { DataColumn } from '~/ui/table/use-data-table';
import { useTableState } from '~/ui/table/use-table-state';
import { AdminFrame } from './admin-frame';

const STATES: Readonly<Record<UnsentMail['state'], { tag: State; word: string }>> = {
  waiting: { tag: 'waiting', word: 'Waiting' },
  refused: { tag: 'failed', word: 'Refused' },
  'given-up': { tag: 'failed', word: 'Given up' },
};

/** Unsent emails with the mail server's last response. */
export function MailsPage({ mails, total, timeZone }: UnsentMails & { timeZone: string }) {
  const table = useTableState(UNSENT_MAILS_TABLE);
  const columns = useMemo(() => columnsOf(timeZone), [timeZone]);
  const again = useFetcherForm<'send-again'>({ toastErrors: true });
  return (
    <AdminFrame
      title="Emails"
      lead="Emails that haven’t been sent. Each is tried again for three days, then given up and listed here for 30 days."
      actions={<ButtonLink to="/admin/health">Health</ButtonLink>}
    >
      <DataTable
        caption="Emails that haven’t been sent, newest first"
        noun="emails"
        table={table}
        columns={columns}
        rows={mails}
        rowKey={({ userId, kind, about }) => `${userId} ${kind} ${about}`}
        rowName={({ label, recipient }) => `${label} to ${recipient}`}
        total={total}
        rowActions={({ userId, kind, about }) => [
          {
            key: 'again',
            label: 'Send again',
            icon: <Send />,
            onAction: () => again.submit('send-again', { userId, kind, about }),
          },
        ]}
        empty={
          <EmptyState title="Every email has been sent">
            Emails that the mail server doesn’t take are listed here, with what it answered.
          </EmptyState>
        }
      />
    </AdminFrame>
  );
}

function columnsOf(timeZone: string): readonly DataColumn<UnsentMail>[] {
  return [
    {
      key: 'label',
      header: 'Email',
      isTitle: true,
      className: 'pr-10 md:min-w-52 md:pr-4',
      cell: ({ label, recipient }) => (
        <div>
          <span className="block font-medium">{label}</span>
          <span className="block font-normal text-ink-2 wrap-anywhere">{recipient}</span>
        </div>
      ),
    },
    {
      key: 'state',
      header: 'State',
      cell: ({ state }) => <StateBadge state={STATES[state].tag}>{STATES[state].word}</StateBadge>,
    },
    {
      key: 'lastError',
      header: 'Mail server’s answer',
      className: 'md:w-full',
      cell: ({ lastError, nextAttemptAt }) => (
        <div className="max-md:text-right">
          <span className="block wrap-anywhere">{lastError ?? 'Not tried yet'}</span>
          {nextAttemptAt !== null && (
            <span className="block text-ink-2">
              Next attempt: <DateTime at={nextAttemptAt} timeZone={timeZone} />
            </span>
          )}
        </div>
      ),
    },
    { key: 'attempts', header: 'Attempts', isNumber: true, cell: ({ attempts }) => attempts },
    { key: 'since', header: 'Since', cell: ({ since }) => <DateTime at={since} timeZone={timeZone} /> },
  ];
}
