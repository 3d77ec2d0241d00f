import { fullName } from '~/core/shared/full-name';
import { ROLE_LABELS } from '~/core/shared/permissions';
import { Badge, StateBadge, type State } from '~/ui/badge';
import { DateTime, RelativeTime } from '~/ui/relative-time';
import type { DataColumn } from '~/ui/table/use-data-table';
import type { AdminUser } from './responses';
import type { UserSort } from './schema';

export const nameOf = (user: AdminUser): string => fullName(user) || user.email;

function stateOf({ isLockedOut, emailConfirmed }: AdminUser): { state: State; word: string } {
  if (isLockedOut) return { state: 'off', word: 'Suspended' };
  return emailConfirmed ? { state: 'good', word: 'Active' } : { state: 'waiting', word: 'Unconfirmed' };
}

type Settings = { ownId: string; now: string; timeZone: string };

export const userColumns = ({
  ownId,
  now,
  timeZone,
}: Settings): readonly (DataColumn<AdminUser> & { key: UserSort | 'roles' | 'state' })[] => [
  {
    key: 'email',
    header: 'User',
    isTitle: true,
    sort: true,
    className: 'pr-10 md:pr-4',
    cell: (user) => (
      <span className="flex min-w-0 flex-col wrap-anywhere">
        <span className="flex flex-wrap items-center gap-2">
          {nameOf(user)}
          {user.id === ownId ? <Badge>You</Badge> : null}
        </span>
        <span className="font-normal text-ink-2">{user.email}</span>
      </span>
    ),
  },
  {
    key: 'roles',
    header: 'Roles',
    cell: ({ roles }) =>
      roles.length === 0 ? (
        <span className="text-ink-3">None</span>
      ) : (
        <span className="flex flex-wrap justify-end gap-1 md:justify-start">
          {roles.map((role) => (
            <Badge key={role} tone={role === 'admin' ? 'info' : 'neutral'}>
              {ROLE_LABELS[role]}
            </Badge>
          ))}
        </span>
      ),
  },
  {
    key: 'registrationDate',
    header: 'Registered',
    sort: true,
    isSecondary: true,
    cell: ({ registrationDate }) => <DateTime at={registrationDate} timeZone={timeZone} isDay />,
  },
  {
    key: 'lastLoginDate',
    header: 'Last login',
    sort: true,
    cell: ({ lastLoginDate }) =>
      lastLoginDate === null ? (
        <span className="text-ink-3">Never</span>
      ) : (
        <RelativeTime at={lastLoginDate} now={now} timeZone={timeZone} />
      ),
  },
  {
    key: 'state',
    header: 'State',
    cell: (user) => {
      const { state, word } = stateOf(user);
      return <StateBadge state={state}>{word}</StateBadge>;
    },
  },
];
