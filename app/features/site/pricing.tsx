import { Badge } from '~/ui/badge';
import { Table, type Column } from '~/ui/table/table';
import { PACKAGES } from './plans';
import { PlanColumns } from './plan-columns';
import type { ModelPrice } from './read-model-prices.server';
import { Section } from './section';

const perMillion = (usd: number) => `$${usd.toFixed(2)}`;

const COLUMNS: readonly Column<ModelPrice>[] = [
  {
    key: 'model',
    header: 'Model',
    isTitle: true,
    cell: ({ displayName, isFree }) => (
      <span className="inline-flex items-center gap-2">
        {displayName}
        {isFree ? <Badge tone="good">FREE PLAN</Badge> : null}
      </span>
    ),
  },
  { key: 'provider', header: 'Provider', cell: ({ provider }) => provider },
  {
    key: 'in',
    header: '1M tokens in',
    isNumber: true,
    cell: ({ inputUsdPer1M }) => perMillion(inputUsdPer1M),
  },
  {
    key: 'out',
    header: '1M tokens out',
    isNumber: true,
    cell: ({ outputUsdPer1M }) => perMillion(outputUsdPer1M),
  },
  {
    key: 'reply',
    header: 'A typical reply',
    isNumber: true,
    cell: ({ typicalReplyUsd }) => `$${typicalReplyUsd.toFixed(4)}`,
  },
];

type Props = { isSignedIn: boolean; prices: readonly ModelPrice[] };

export function Pricing({ isSignedIn, prices }: Props) {
  return (
    <>
      <div className="mx-auto w-full max-w-280 px-5 pt-12 pb-14 md:px-6 md:pt-16">
        <h1 className="text-[34px] leading-[1.1] tracking-[-0.03em]">Plans &amp; Pricing</h1>
        <p className="mt-3 mb-9 max-w-[60ch] text-lead text-pretty text-ink-2">
          Free to try. Then pay for what you send, from $5, with no subscription that runs while you do not.
        </p>
        <PlanColumns isSignedIn={isSignedIn} />
      </div>
      <Section
        title="Token packs"
        lead="Paid once by card, kept as a balance in dollars. It does not run out with time."
      >
        <ul className="num flex flex-col">
          {PACKAGES.map(({ paysUsd, getsUsd, bonus }) => (
            <li key={paysUsd} className="flex items-baseline gap-4 border-b border-line py-3 first:border-t">
              <span className="w-14 text-xl font-semibold tracking-[-0.02em]">${paysUsd}</span>
              <span className="text-ink-2">gives ${getsUsd} in tokens</span>
              {bonus === null ? null : (
                <Badge tone="good" className="ml-auto">
                  {bonus}
                </Badge>
              )}
            </li>
          ))}
        </ul>
      </Section>
      <Section
        id="models"
        title="What each model costs"
        lead="A send costs its tokens in times one price plus its tokens out times another, rounded up once to the millionth of a dollar. There is no fee on top."
      >
        <Table
          caption="Prices of the models"
          columns={COLUMNS}
          rows={prices}
          rowKey={({ provider, model }) => `${provider}/${model}`}
        />
        <p className="mt-4 text-xs text-pretty text-ink-3">
          A typical reply is reckoned at 400 tokens in and 500 out; 1,000 tokens are about 750 English words.
          Prices are those of this server today, and each call keeps the price that it began with.
        </p>
      </Section>
    </>
  );
}
