import { Ban, ChartColumn, KeyRound, Landmark, LockOpen, LogOut, UserCog } from 'lucide-react';
import { useNavigate } from '@remix-run/react';
import { useMemo, useState } from 'react';
import { Button } from '~/ui/button';
import { Select } from '~/ui/form/select';
import { EmptyState } from '~/ui/empty-state';
import { useFetcherForm } from '~/ui/form/use-fetcher-form';
import { formatCountOf } from '~/ui/format-count';
import type { MenuItems } from '~/ui/overlay/menu';
import { Toolbar } from '~/ui/page/section';
import { DataTable } from '~/ui/table/data-table';
import { TableSearch } from '~/ui/table/table-search';
import { useTableState } from '~/ui/table/use-table-state';
import { AdminFrame } from './admin-frame';
import { type AdminUser } from './responses';
import { USERS_TABLE } from './schema';
import { nameOf, userColumns } from './user-columns';
import { TestDrivesDialog } from './test-drives-dialog';
import { ResetSecondFactorDialog, SecondFactorRolesDialog } from './second-factor-dialogs';
import { EndSessionsDialog, RolesDialog, SuspendDialog, type UserIntent } from './user-dialogs';
import type { readUsersPage } from './users.server';

type Props = Awaited<ReturnType<typeof readUsersPage>>;

export function UsersPage({ users, total, secondFactorRoles, ownId, now, timeZone }: Props) {
  const table = useTableState(USERS_TABLE);
  const columns = useMemo(() => userColumns({ ownId, now, timeZone }), [ownId, now, timeZone]);
  const [asked, setAsked] = useState<{ Dialog: typeof SuspendDialog; user: AdminUser } | null>(null);
  const [isMaking, setIsMaking] = useState(false);
  const [isRequiring, setIsRequiring] = useState(false);
  const navigate = useNavigate();
  const close = () => setAsked(null);
  const unsuspend = useFetcherForm<UserIntent>({ toastErrors: true });

  const actionsFor = (user: AdminUser): MenuItems => [
    {
      key: 'roles',
      label: 'Edit roles…',
      icon: <UserCog />,
      onAction: () => setAsked({ Dialog: RolesDialog, user }),
    },
    {
      key: 'usage',
      label: 'Usage & Tokens',
      icon: <ChartColumn />,
      onAction: () => navigate(`/admin/usage?user=${user.id}`),
    },
    {
      key: 'billing',
      label: 'Billing',
      icon: <Landmark />,
      onAction: () => navigate(`/admin/billing?user=${user.id}`),
    },
    {
      key: 'keys',
      label: 'API keys',
      icon: <KeyRound />,
      onAction: () => navigate(`/admin/keys?user=${user.id}`),
    },
    {
      key: 'sessions',
      label: 'Logout everywhere…',
      icon: <LogOut />,
      onAction: () => setAsked({ Dialog: EndSessionsDialog, user }),
    },
    ...(user.hasAuthenticator && user.id !== ownId
      ? [
          {
            key: 'reset-second-factor',
            label: 'Reset second factor…',
            icon: <KeyRound />,
            onAction: () => setAsked({ Dialog: ResetSecondFactorDialog, user }),
          },
        ]
      : []),
    user.isLockedOut
      ? {
          key: 'unsuspend',
          label: 'Unsuspend',
          icon: <LockOpen />,
          onAction: () => unsuspend.submit('unsuspend', { userId: user.id }),
        }
      : {
          key: 'suspend',
          label: 'Suspend…',
          icon: <Ban />,
          isDanger: true,
          onAction: () => setAsked({ Dialog: SuspendDialog, user }),
        },
  ];
  return (
    <AdminFrame
      title="Users"
      lead="Find an account, change its roles, or suspend it."
      actions={
        <>
          <Button onClick={() => setIsRequiring(true)}>Require a second factor</Button>
          <Button onClick={() => setIsMaking(true)}>Create test-drive accounts</Button>
        </>
      }
    >
      <Toolbar label="Filter" end={<p className="num text-s text-ink-3">{formatCountOf(total, 'user')}</p>}>
        <TableSearch table={table} name="search" label="Search users" placeholder="Name or email" />
        <Select
          label="Registered"
          isLabelHidden
          value={table.filters.joined ?? ''}
          onChange={(event) => table.change({ filters: { joined: event.currentTarget.value || null } })}
        >
          <option value="">Registered any time</option>
          <option value="7">In the last 7 days</option>
          <option value="30">In the last 30 days</option>
        </Select>
      </Toolbar>
      <DataTable
        caption="Users"
        noun="users"
        table={table}
        columns={columns}
        rows={users}
        rowKey={({ id }) => id}
        rowName={nameOf}
        total={total}
        rowActions={actionsFor}
        empty={<EmptyState title="No users yet">Everyone who registers is listed here.</EmptyState>}
      />
      {isRequiring ? (
        <SecondFactorRolesDialog roles={secondFactorRoles} onClose={() => setIsRequiring(false)} />
      ) : null}
      {isMaking ? <TestDrivesDialog onClose={() => setIsMaking(false)} /> : null}
      {asked ? <asked.Dialog user={asked.user} onClose={close} /> : null}
    </AdminFrame>
  );
}
