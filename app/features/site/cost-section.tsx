import { useState } from 'react';
import { Slider } from '~/ui/form/slider';
import { formatCount, formatCountOf } from '~/ui/format-count';
import type { ModelPrice } from './read-model-prices.server';
import { cheapestOf, repliesFor, replyUsd, TYPICAL_WORDS, vendorsOf } from './reply-cost';
import { Band, SectionHeading } from './section';
import { cx } from '~/ui/cx';

const REPLIES_A_MONTH = 300;
const SUBSCRIPTION_USD = 20;
const BUDGET_USD = 5;

/** Monthly cost per seat and per reply, and what five dollars pay for, with a slider for reply length. */
export function CostSection({ prices }: { prices: readonly ModelPrice[] }) {
  const [words, setWords] = useState<number>(TYPICAL_WORDS.reply);
  const cheap = cheapestOf(prices);
  const vendors = vendorsOf(prices).length;
  const dearest = [...prices].sort((a, b) => replyUsd(b, words) - replyUsd(a, words))[0];
  const month = (price: ModelPrice) => Math.ceil(replyUsd(price, words) * REPLIES_A_MONTH * 100) / 100;
  return (
    <Band id="cost" tone="surface" className="grid gap-x-16 gap-y-10 lg:grid-cols-[4fr_8fr]">
      <div>
        <SectionHeading
          title="What it costs"
          lead="If you send a few hundred prompts a month, you pay for a seat you hardly use."
        />
        <Slider
          className="mt-8 max-w-90"
          label="Reply length"
          hint="Drag to see what longer replies cost."
          min={75}
          max={3000}
          step={75}
          value={words}
          onValueChange={setWords}
          format={(value) => `${formatCount(value)} words`}
        />
        <p className="mt-8 max-w-[44ch] text-xs text-pretty text-ink-3">
          Based on a {TYPICAL_WORDS.prompt}-word prompt and this server’s current prices; 1,000 tokens are
          about 750 English words. Subscriptions assume $20 a month, the usual list price of a personal plan.
        </p>
      </div>
      <div className="flex min-w-0 flex-col gap-12">
        <CostBars
          title={`${String(REPLIES_A_MONTH)} replies a month`}
          rows={[
            ...(vendors > 1
              ? [
                  {
                    name: formatCountOf(vendors, 'subscription'),
                    note: 'one per vendor',
                    amount: vendors * SUBSCRIPTION_USD,
                  },
                ]
              : []),
            { name: 'One subscription', note: 'one vendor’s models only', amount: SUBSCRIPTION_USD },
            ...(dearest
              ? [
                  {
                    name: `Promptwell with ${dearest.displayName}`,
                    note: 'our most expensive',
                    amount: month(dearest),
                    isOurs: true,
                  },
                ]
              : []),
            ...(cheap
              ? [{ name: `Promptwell with ${cheap.displayName}`, amount: month(cheap), isOurs: true }]
              : []),
          ]}
          format={(usd) => `$${usd.toFixed(2)}`}
        />
        <CostBars
          title={`Replies for $${String(BUDGET_USD)}`}
          columns={2}
          rows={prices
            .flatMap((price) => {
              const amount = repliesFor(BUDGET_USD, price, words);
              return amount === undefined
                ? []
                : [{ name: price.displayName, note: price.provider, amount, isOurs: true }];
            })
            .sort((a, b) => b.amount - a.amount)}
          format={formatCount}
        />
      </div>
    </Band>
  );
}

type Row = { name: string; note?: string; amount: number; isOurs?: boolean };

type Props = { title: string; rows: readonly Row[]; columns?: 1 | 2; format: (amount: number) => string };

/** Names with amounts and proportional bars. */
function CostBars({ title, rows, columns = 1, format }: Props) {
  const most = rows.reduce((highest, { amount }) => Math.max(highest, amount), 0);
  return (
    <div>
      <h3 className="mb-4 text-l">{title}</h3>
      <dl className={cx('-mb-4', columns === 2 && 'gap-x-10 sm:columns-2')}>
        {rows.map(({ name, note, amount, isOurs = false }) => (
          <div
            key={name}
            className="grid break-inside-avoid grid-cols-[1fr_auto] items-baseline gap-x-4 pb-4"
          >
            <dt className="min-w-0">
              <span className="font-medium">{name}</span>{' '}
              {note ? <span className="text-s text-ink-3">{note}</span> : null}
            </dt>
            <dd className="num font-semibold">{format(amount)}</dd>
            <dd aria-hidden="true" className="col-span-2 mt-1.5">
              <svg
                className={cx('h-1.5 w-full', isOurs ? 'text-accent' : 'text-line-strong')}
                preserveAspectRatio="none"
                viewBox="0 0 100 1"
              >
                <rect width="100" height="1" className="fill-sunken" />
                <rect width={Math.max(0.3, (amount / most) * 100)} height="1" fill="currentColor" />
              </svg>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
