import { Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { AdminFrame } from '~/features/admin';
import { ButtonLink } from '~/ui/button-link';
import { EmptyState } from '~/ui/empty-state';
import { DataTable } from '~/ui/table/data-table';
import { useTableState } from '~/ui/table/use-table-state';
import type { readAdminKeysPage } from './admin-keys.server';
import { keyColumns } from './key-columns';
import { RevokeKeyDialog } from './key-dialogs';
import { KEYS_TABLE, type ApiKeyView } from './schema';

/** A user's API keys, for administrators. Secrets are known to no one. */
export function AdminKeysPage({ user, keys, timeZone }: Awaited<ReturnType<typeof readAdminKeysPage>>) {
  const table = useTableState(KEYS_TABLE);
  const columns = useMemo(() => keyColumns(timeZone, []), [timeZone]);
  const [revoked, setRevoked] = useState<ApiKeyView | null>(null);
  return (
    <AdminFrame
      title="API keys"
      lead={`Keys of ${user.name || user.email} (${user.email}). Their secrets are stored only as hashes.`}
      actions={<ButtonLink to="/admin/users">Users</ButtonLink>}
    >
      <DataTable
        caption="API keys of a user, newest first"
        noun="keys"
        table={table}
        columns={columns}
        rows={keys}
        rowKey={({ id }) => id}
        rowName={({ name, last4 }) => `${name} (ending in ${last4})`}
        rowActions={(apiKey) =>
          apiKey.state === 'revoked'
            ? []
            : [
                {
                  key: 'revoke',
                  label: 'Revoke…',
                  icon: <Trash2 />,
                  isDanger: true,
                  onAction: () => setRevoked(apiKey),
                },
              ]
        }
        empty={<EmptyState title="No keys">This user has no API keys.</EmptyState>}
      />
      {revoked ? <RevokeKeyDialog apiKey={revoked} onClose={() => setRevoked(null)} /> : null}
    </AdminFrame>
  );
}
