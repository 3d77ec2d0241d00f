import { Ban, Copy, Send } from 'lucide-react';
import { useMemo, useState } from 'react';
import { INVITATIONS_TABLE, type Invitation, type InvitationList } from '~/features/accounts';
import { ROLE_LABELS } from '~/core/shared/permissions';
import { StateBadge, type State } from '~/ui/badge';
import { Button } from '~/ui/button';
import { copyText } from '~/ui/copy-text';
import { EmptyState } from '~/ui/empty-state';
import { useFetcherForm } from '~/ui/form/use-fetcher-form';
import { formatBalance, microUsdFromCents } from '~/ui/format-money';
import { Notice } from '~/ui/notice';
import type { MenuItems } from '~/ui/overlay/menu';
import { DateTime } from '~/ui/relative-time';
import { DataTable } from '~/ui/table/data-table';
import type { DataColumn } from '~/ui/table/use-data-table';
import { useTableState } from '~/ui/table/use-table-state';
import { AdminFrame } from './admin-frame';
import { InvitationDialog } from './invitation-dialog';

const STATES: Readonly<Record<Invitation['state'], { tag: State; word: string }>> = {
  open: { tag: 'waiting', word: 'Open' },
  used: { tag: 'good', word: 'Used' },
  expired: { tag: 'off', word: 'Expired' },
  revoked: { tag: 'off', word: 'Revoked' },
};

type Props = InvitationList & { timeZone: string; sendsMail: boolean; isClosed: boolean };

/** Invitations to register: make, copy, send again, revoke, and who used them. */
export function InvitationsPage({ invitations, total, timeZone, sendsMail, isClosed }: Props) {
  const table = useTableState(INVITATIONS_TABLE);
  const columns = useMemo(() => columnsOf(timeZone), [timeZone]);
  const [isMaking, setIsMaking] = useState(false);
  const change = useFetcherForm<'resend' | 'revoke'>({ toastErrors: true });
  const actionsFor = ({ id, link, email, state }: Invitation): MenuItems =>
    state !== 'open' || link === null
      ? []
      : [
          {
            key: 'copy',
            label: 'Copy link',
            icon: <Copy />,
            onAction: () => void copyText(link, 'Link copied'),
          },
          ...(email === null || !sendsMail
            ? []
            : [
                {
                  key: 'resend',
                  label: 'Send again',
                  icon: <Send />,
                  onAction: () => change.submit('resend', { id }),
                },
              ]),
          {
            key: 'revoke',
            label: 'Revoke',
            icon: <Ban />,
            isDanger: true,
            onAction: () => change.submit('revoke', { id }),
          },
        ];
  return (
    <AdminFrame
      title="Invitations"
      lead="Let people register, with a role and credit to start with."
      actions={
        <Button onClick={() => setIsMaking(true)} disabled={isClosed}>
          Create invitation
        </Button>
      }
    >
      {isClosed ? (
        <Notice tone="warn">
          Registration is closed on this server, also for invitations. Set REGISTRATION to invite to use them.
        </Notice>
      ) : null}
      <DataTable
        caption="Invitations, newest first"
        noun="invitations"
        table={table}
        columns={columns}
        rows={invitations}
        rowKey={({ id }) => id}
        rowName={({ email }) => email ?? 'Link'}
        total={total}
        rowActions={actionsFor}
        empty={
          <EmptyState title="No invitations yet">
            Invite people by email, or create a link and send it yourself.
          </EmptyState>
        }
      />
      {isMaking ? <InvitationDialog onClose={() => setIsMaking(false)} /> : null}
    </AdminFrame>
  );
}

function columnsOf(timeZone: string): readonly DataColumn<Invitation>[] {
  return [
    {
      key: 'email',
      header: 'For',
      isTitle: true,
      className: 'pr-10 md:min-w-52 md:pr-4',
      cell: ({ email, createdBy }) => (
        <div>
          <span className="block font-medium wrap-anywhere">{email ?? 'Anyone with the link'}</span>
          <span className="block font-normal text-ink-2 wrap-anywhere">from {createdBy}</span>
        </div>
      ),
    },
    {
      key: 'state',
      header: 'State',
      cell: ({ state }) => <StateBadge state={STATES[state].tag}>{STATES[state].word}</StateBadge>,
    },
    { key: 'role', header: 'Role', cell: ({ role }) => (role === null ? '–' : ROLE_LABELS[role]) },
    {
      key: 'credit',
      header: 'Credit',
      isNumber: true,
      cell: ({ creditCents }) => (creditCents === 0 ? '–' : formatBalance(microUsdFromCents(creditCents))),
    },
    {
      key: 'uses',
      header: 'Used by',
      className: 'md:w-full',
      cell: ({ useCount, maxUses, uses }) => (
        <div className="max-md:text-right">
          <span className="num block">
            {useCount} of {maxUses}
          </span>
          {uses.map(({ userId, email }) => (
            <span key={userId} className="block text-ink-2 wrap-anywhere">
              {email}
            </span>
          ))}
        </div>
      ),
    },
    {
      key: 'expiresAt',
      header: 'Expires',
      cell: ({ expiresAt }) => <DateTime at={expiresAt} timeZone={timeZone} />,
    },
  ];
}
