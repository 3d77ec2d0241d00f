import { Badge } from '~/ui/badge';
import { ButtonLink } from '~/ui/button-link';
import { Table, type Column } from '~/ui/table/table';
import { PlanColumns } from './plan-columns';
import { listPackages } from './plans';
import type { ModelPrice } from './read-model-prices.server';
import { Section } from './section';

const perMillion = (usd: number) => `$${usd.toFixed(2)}`;

const COLUMNS: readonly Column<ModelPrice>[] = [
  {
    key: 'model',
    header: 'Model',
    isTitle: true,
    cell: ({ displayName, isFree }) => (
      <span className="inline-flex items-center gap-2 whitespace-nowrap">
        {displayName}
        {isFree ? <Badge tone="good">Free plan</Badge> : null}
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
    header: 'Typical reply',
    isNumber: true,
    cell: ({ typicalReplyUsd }) => `$${typicalReplyUsd.toFixed(4)}`,
  },
];

type Props = { isSignedIn: boolean; takesCards: boolean; prices: readonly ModelPrice[] };

export function Pricing({ isSignedIn, takesCards, prices }: Props) {
  return (
    <>
      <div className="mx-auto w-full max-w-280 px-4 pt-12 pb-14 sm:px-6 md:pt-16">
        <h1 className="text-[34px] leading-[1.1] tracking-[-0.03em]">Plans &amp; Pricing</h1>
        <p className="mt-3 mb-9 max-w-[60ch] text-lead text-pretty text-ink-2">
          Try it for free. Then pay only for what you use, from $5. No subscription.
        </p>
        <PlanColumns isSignedIn={isSignedIn} prices={prices} />
      </div>
      <Section
        id="packs"
        tone="surface"
        title="Token packs"
        lead={
          takesCards
            ? 'Pay once by card. Your balance is in dollars and doesn’t expire.'
            : 'This server doesn’t take card payments. Its administrator adds credit to your account.'
        }
      >
        {takesCards && <TokenPacks isSignedIn={isSignedIn} />}
      </Section>
      <Section
        id="models"
        title="What each model costs"
        lead="You pay for the tokens you send and receive, rounded up to a millionth of a dollar. Models that search the web add a fee per search, and transcription is priced per minute."
      >
        <Table
          caption="Model prices"
          columns={COLUMNS}
          rows={prices}
          rowKey={({ provider, model }) => `${provider}/${model}`}
        />
        <p className="mt-4 text-xs text-pretty text-ink-3">
          A typical reply assumes 400 tokens in and 500 out; 1,000 tokens are about 750 English words. These
          are this server’s current prices. A request keeps the price it started with.
        </p>
      </Section>
    </>
  );
}

/** Prices and plans, with a button each. */
function TokenPacks({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <ul className="num flex flex-col">
      {listPackages().map(({ id, paysUsd, getsUsd, bonus }) => (
        <li
          key={id}
          className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-3 first:border-t"
        >
          <span className="w-14 text-xl font-semibold tracking-[-0.02em]">${paysUsd}</span>
          <span className="text-ink-2">gives ${getsUsd} in tokens</span>
          {bonus === null ? null : <Badge tone="good">{bonus}</Badge>}
          <span className="ml-auto">
            {isSignedIn ? (
              <ButtonLink to={`/top-up?package=${id}`}>Buy for ${paysUsd}</ButtonLink>
            ) : (
              <ButtonLink to={`/register?returnTo=${encodeURIComponent(`/top-up?package=${id}`)}`}>
                Sign up and buy ${paysUsd}
              </ButtonLink>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
