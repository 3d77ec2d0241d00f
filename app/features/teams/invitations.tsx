import { useState } from 'react';
import { StateBadge } from '~/ui/badge';
import { Button } from '~/ui/button';
import { Form, SubmitButton } from '~/ui/form/form';
import { Select } from '~/ui/form/select';
import { TextField } from '~/ui/form/text-field';
import { useFetcherForm } from '~/ui/form/use-fetcher-form';
import { fieldProps, useForm } from '~/ui/form/use-form';
import { formatCountOf } from '~/ui/format-count';
import { Notice } from '~/ui/notice';
import { Section } from '~/ui/page/section';
import { DateTime } from '~/ui/relative-time';
import { Table, type Column } from '~/ui/table/table';
import type { readTeam } from './read-team.server';
import { inviteSchema } from './schema';
import { RANK_LABELS, type TeamIntent } from './team-terms';

type Invitation = NonNullable<Awaited<ReturnType<typeof readTeam>>>['invitations'][number];
type Props = {
  invitations: readonly Invitation[];
  seatsLeft: number;
  isOwner: boolean;
  timeZone: string;
  /** Without mail, invitees have to be told by the team. */
  sendsMail: boolean;
};

/** Form to invite by mail, and the open invitations. */
export function Invitations({ invitations, seatsLeft, isOwner, timeZone, sendsMail }: Props) {
  const [sent, setSent] = useState(0);
  // Not in its row, because a revoked invitation may be gone before the response is rendered.
  const change = useFetcherForm<TeamIntent>({ toastErrors: true });
  return (
    <Section
      title="Invite people"
      lead={
        seatsLeft > 0
          ? `${formatCountOf(seatsLeft, 'seat is', 'seats are')} free.`
          : 'All seats are taken or reserved. Add seats to your plan, or free one.'
      }
      className="mt-10"
    >
      <InviteForm
        key={sent}
        isOwner={isOwner}
        isNext={sent > 0}
        onSent={() => setSent((count) => count + 1)}
      />
      {invitations.length === 0 ? null : (
        <div className="mt-5 flex flex-col gap-3">
          {sendsMail ? null : (
            <Notice tone="warn">
              This server can’t send email yet. Ask its administrator for the invitation links; they’re kept
              on the server.
            </Notice>
          )}
          <Table
            caption="Open invitations"
            columns={columnsFor(timeZone, change)}
            rows={invitations}
            rowKey={({ id }) => id}
          />
        </div>
      )}
    </Section>
  );
}

/** Users who may no longer invite lose the form, and with it the error, when the page reloads. */
const isFormLost = (code: unknown): boolean => code === 'not_team_admin';

type InviteProps = {
  isOwner: boolean;
  /** Someone was just invited: the next address can be typed at once. */
  isNext: boolean;
  onSent: () => void;
};

function InviteForm({ isOwner, isNext, onSent }: InviteProps) {
  const { fetcher } = useFetcherForm<TeamIntent>({ onDone: onSent, toastErrors: isFormLost });
  const [form, fields] = useForm(inviteSchema, {
    lastResult: fetcher.data?.reply,
    defaultValue: { rank: 'member' },
  });
  return (
    <Form form={form} intent="invite" fetcher={fetcher}>
      <div className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_10rem_auto]">
        <TextField
          label="Email"
          type="text"
          inputMode="email"
          autoComplete="off"
          autoFocus={isNext}
          {...fieldProps(fields.email)}
        />
        {isOwner ? (
          <Select label="Role" {...fieldProps(fields.rank)}>
            <option value="member">{RANK_LABELS.member}</option>
            <option value="admin">{RANK_LABELS.admin}</option>
          </Select>
        ) : null}
        <SubmitButton className="sm:mt-[26px]">Send invitation</SubmitButton>
      </div>
    </Form>
  );
}

type Change = Pick<ReturnType<typeof useFetcherForm<TeamIntent>>, 'isBusy' | 'submit'>;

const columnsFor = (timeZone: string, change: Change): readonly Column<Invitation>[] => [
  { key: 'email', header: 'Email', isTitle: true, cell: ({ email }) => email, className: 'wrap-anywhere' },
  { key: 'rank', header: 'Role', cell: ({ rank }) => RANK_LABELS[rank] },
  {
    key: 'expires',
    header: 'Expires',
    cell: ({ expiresAt, isExpired }) =>
      isExpired ? (
        <StateBadge state="off">Expired</StateBadge>
      ) : (
        <DateTime at={expiresAt} timeZone={timeZone} isDay />
      ),
  },
  {
    key: 'actions',
    header: 'Actions',
    cell: (invitation) => <InvitationActions {...invitation} {...change} />,
  },
];

function InvitationActions({ id, email, rank, isBusy, submit }: Invitation & Change) {
  return (
    <span className="flex flex-wrap gap-1.5">
      <Button size="s" isBusy={isBusy} onClick={() => submit('invite', { email, rank })}>
        Send again
        <span className="sr-only"> to {email}</span>
      </Button>
      <Button
        size="s"
        variant="ghost"
        disabled={isBusy}
        onClick={() => submit('revoke', { invitationId: id })}
      >
        Withdraw
        <span className="sr-only"> the invitation of {email}</span>
      </Button>
    </span>
  );
}
