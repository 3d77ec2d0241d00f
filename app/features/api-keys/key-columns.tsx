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
      cell: ({ name, last4, state }) => (
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="font-medium wrap-anywhere">
            <bdi>{name}</bdi>
          </span>
          {state === 'active' ? null : (
            <Badge tone={state === 'revoked' ? 'bad' : 'warn'}>
              {state === 'revoked' ? 'Revoked' : 'Expired'}
            </Badge>
          )}
          <code className="basis-full font-mono text-xs text-ink-3">pw_…{last4}</code>
        </span>
      ),
    },
    {
      key: 'permissions',
      header: 'Permissions',
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
      header: 'Spent this month',
      isNumber: true,
      cell: ({ spentThisMonthMicroUsd, monthlyCapCents }) => (
        <span>
          <Money use="spent" microUsd={spentThisMonthMicroUsd} />
          {monthlyCapCents === null ? null : (
            <span className="whitespace-nowrap text-ink-3">
              {' of '}
              <Money use="balance" microUsd={microUsdFromCents(monthlyCapCents)} />
            </span>
          )}
        </span>
      ),
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
      isSecondary: true,
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
