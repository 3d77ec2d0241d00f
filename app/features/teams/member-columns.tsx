import { StateBadge } from '~/ui/badge';
import { formatCount } from '~/ui/format-count';
import { microUsdFromCents } from '~/ui/format-money';
import { Money } from '~/ui/money';
import { DateTime } from '~/ui/relative-time';
import type { DataColumn } from '~/ui/table/use-data-table';
import type { TeamMemberView } from './read-team.server';
import { RANK_LABELS } from './team-terms';

const dollars = (cents: number) => <Money use="exact" microUsd={microUsdFromCents(cents)} />;

/** Table columns of members with their usage this month. */
export const memberColumns = (
  timeZone: string,
  isManager: boolean,
): readonly DataColumn<TeamMemberView>[] => [
  {
    key: 'name',
    header: 'Name',
    isTitle: true,
    cell: ({ name, email, hasSeat }) => (
      <span className="flex flex-wrap items-baseline gap-x-2">
        <span className="wrap-anywhere">
          <bdi>{name}</bdi>
        </span>
        {hasSeat ? null : <StateBadge state="off">No seat</StateBadge>}
        {name === email ? null : (
          <span className="basis-full text-xs font-normal wrap-anywhere text-ink-3">{email}</span>
        )}
      </span>
    ),
  },
  { key: 'rank', header: 'Role', cell: ({ rank }) => RANK_LABELS[rank] },
  {
    key: 'joined',
    header: 'Joined',
    isSecondary: true,
    cell: ({ joinedAt }) => <DateTime at={joinedAt} timeZone={timeZone} isDay />,
  },
  {
    key: 'requests',
    header: 'Requests this month',
    isNumber: true,
    cell: ({ usage }) => (usage === null ? '' : formatCount(usage.requests)),
  },
  {
    key: 'spent',
    header: 'Spent this month',
    isNumber: true,
    cell: ({ usage }) => (usage === null ? '' : dollars(usage.spentCents)),
  },
  ...(isManager ? [BUDGET] : []),
];

const BUDGET: DataColumn<TeamMemberView> = {
  key: 'budget',
  header: 'Monthly budget',
  isNumber: true,
  cell: ({ usage, rank }) =>
    rank === 'owner' || usage === null ? (
      ''
    ) : usage.budgetCents === null ? (
      <span className="text-ink-3">None</span>
    ) : (
      <Money use="balance" microUsd={microUsdFromCents(usage.budgetCents)} />
    ),
};
