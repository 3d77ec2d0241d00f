import type { PriceVersion } from '~/features/billing';
import { Badge } from '~/ui/badge';
import { ButtonLink } from '~/ui/button-link';
import { DateTime } from '~/ui/relative-time';
import { Table, type Column } from '~/ui/table/table';
import { AdminFrame } from '../admin-frame';
import { PriceChanges, WHOLE_CARD } from './price-changes';

type Props = {
  provider: string;
  model: string;
  displayName: string;
  versions: readonly PriceVersion[];
  timeZone: string;
};

export function PriceHistoryPage({ provider, model, displayName, versions, timeZone }: Props) {
  const columns: readonly Column<PriceVersion>[] = [
    {
      key: 'at',
      header: 'When',
      isTitle: true,
      className: 'whitespace-nowrap',
      cell: ({ at }) => <DateTime at={at} timeZone={timeZone} />,
    },
    {
      key: 'who',
      header: 'Who',
      cell: ({ email, isFromReview }) => (
        <span className="flex flex-wrap items-center justify-end gap-2 wrap-anywhere md:justify-start">
          {email ?? <span className="text-ink-3">The first list of models</span>}
          {isFromReview ? <Badge>Review</Badge> : null}
        </span>
      ),
    },
    {
      key: 'changes',
      header: 'Change',
      className: WHOLE_CARD,
      cell: ({ changes }) =>
        changes.length === 0 ? (
          <span className="text-ink-3">Saved without a change</span>
        ) : (
          <PriceChanges changes={changes} />
        ),
    },
  ];
  return (
    <AdminFrame
      title={`Price history: ${displayName}`}
      lead={`${provider} · ${model}. Rates are per 1,000 tokens.`}
      actions={<ButtonLink to="/admin/prices">All prices</ButtonLink>}
    >
      <Table
        caption="Versions of this price, newest first"
        columns={columns}
        rows={versions}
        rowKey={({ version }) => String(version)}
      />
    </AdminFrame>
  );
}
