import { Money } from '~/ui/money';
import { Section } from '~/ui/page/section';
import { DateTime } from '~/ui/relative-time';
import { Table } from '~/ui/table/table';
import type { KeySpending } from './read-key-spending.server';
import type { TeamMemberView } from './read-team.server';

type Props = {
  keys: readonly KeySpending[];
  members: readonly Pick<TeamMemberView, 'userId' | 'name'>[];
  timeZone: string;
};

/** Spending by API key this month, for those who manage the team. */
export function KeySpendingSection({ keys, members, timeZone }: Props) {
  if (keys.length === 0) return null;
  const nameOf = (id: string): string => members.find(({ userId }) => userId === id)?.name ?? '';
  return (
    <Section
      title="API keys"
      lead="What the people above spent with keys since the first of the month (UTC)."
    >
      <Table<KeySpending>
        caption="Spending by API key"
        rows={keys}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'name',
            header: 'Key',
            isTitle: true,
            cell: ({ name, last4 }) => (
              <span className="flex flex-wrap items-baseline gap-x-2">
                <span className="wrap-anywhere">
                  <bdi>{name}</bdi>
                </span>
                <code className="font-mono text-xs font-normal text-ink-3">pw_…{last4}</code>
              </span>
            ),
          },
          { key: 'person', header: 'Person', cell: ({ userId }) => nameOf(userId) },
          {
            key: 'used',
            header: 'Last used',
            cell: ({ lastUsedAt }) =>
              lastUsedAt === null ? '' : <DateTime at={lastUsedAt} timeZone={timeZone} />,
          },
          {
            key: 'spent',
            header: 'Spent this month',
            isNumber: true,
            cell: ({ spentMicroUsd }) => <Money use="exact" microUsd={spentMicroUsd} />,
          },
        ]}
      />
    </Section>
  );
}
