import { KEY_PERMISSION_LABELS } from '~/core/shared/api-keys';
import { Badge } from '~/ui/badge';
import { microUsdFromCents } from '~/ui/format-money';
import { Money } from '~/ui/money';
import { DateTime } from '~/ui/relative-time';
import type { DataColumn } from '~/ui/table/use-data-table';
import type { ModelOption } from './key-fields';
import type { ApiKeyView } from './schema';

/** Columns of a list of keys, for their user and for administrators. */
export function keyColumns(timeZone: string, models: readonly ModelOption[]): DataColumn<ApiKeyView>[] {
  const nameOf = (id: string): string => models.find((model) => model.id === id)?.label ?? id;
  return [
    {
      key: 'name',
      header: 'Name',
      isTitle: true,
      className: 'pr-10 md:pr-4',
      cell: ({ name, state }) => (
        <span className="inline-flex flex-wrap items-center gap-2">
          <span className="font-medium wrap-anywhere">{name}</span>
          {state === 'active' ? null : (
            <Badge tone={state === 'revoked' ? 'bad' : 'warn'}>
              {state === 'revoked' ? 'Revoked' : 'Expired'}
            </Badge>
          )}
        </span>
      ),
    },
    { key: 'last4', header: 'Key', cell: ({ last4 }) => <code className="font-mono text-s">…{last4}</code> },
    {
      key: 'permissions',
      header: 'May',
      cell: ({ permissions }) => permissions.map((each) => KEY_PERMISSION_LABELS[each]).join(', '),
    },
    {
      key: 'models',
      header: 'Models',
      cell: ({ models: own }) => {
        const [first, ...more] = own ?? [];
        if (first === undefined) return 'All';
        return `${nameOf(first)}${more.length === 0 ? '' : `, ${String(more.length)} more`}`;
      },
    },
    {
      key: 'spent',
      header: 'This month',
      isNumber: true,
      cell: ({ spentThisMonthMicroUsd }) => <Money use="spent" microUsd={spentThisMonthMicroUsd} />,
    },
    {
      key: 'cap',
      header: 'Limit',
      isNumber: true,
      cell: ({ monthlyCapCents }) =>
        monthlyCapCents === null ? '–' : <Money use="spent" microUsd={microUsdFromCents(monthlyCapCents)} />,
    },
    {
      key: 'lastUsed',
      header: 'Last used',
      cell: ({ lastUsedAt }) =>
        lastUsedAt === null ? 'Never' : <DateTime at={lastUsedAt} timeZone={timeZone} />,
    },
    {
      key: 'created',
      header: 'Created',
      cell: ({ createdAt }) => <DateTime at={createdAt} timeZone={timeZone} isDay />,
    },
    {
      key: 'expires',
      header: 'Expires',
      cell: ({ expiresAt }) =>
        expiresAt === null ? 'Never' : <DateTime at={expiresAt} timeZone="UTC" isDay />,
    },
  ];
}
