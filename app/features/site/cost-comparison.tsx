import { cx } from '~/ui/cx';

const REPLIES_A_MONTH = 300;
const SUBSCRIPTION_USD = 20;

type Row = { what: string; usd: number; note: string; isOurs: boolean };

type Props = { replies: readonly { name: string; typicalReplyUsd: number }[] };

/** A month of 300 replies, paid by the seat and paid by the reply. Bars are to scale. */
export function CostComparison({ replies }: Props) {
  const rows: readonly Row[] = [
    {
      what: 'Four subscriptions',
      usd: 4 * SUBSCRIPTION_USD,
      note: 'one for each vendor, used or not',
      isOurs: false,
    },
    { what: 'One subscription', usd: SUBSCRIPTION_USD, note: 'one vendor’s models only', isOurs: false },
    ...replies.map(({ name, typicalReplyUsd }) => ({
      what: name,
      usd: Math.ceil(typicalReplyUsd * REPLIES_A_MONTH * 100) / 100,
      note: `${String(REPLIES_A_MONTH)} replies from the balance`,
      isOurs: true,
    })),
  ];
  const mostUsd = Math.max(...rows.map(({ usd }) => usd));
  return (
    <>
      <dl className="flex flex-col gap-5">
        {rows.map(({ what, usd, note, isOurs }) => (
          <div key={what} className="grid grid-cols-[1fr_auto] items-baseline gap-x-4">
            <dt>
              <span className="font-medium">{what}</span> <span className="text-s text-ink-2">{note}</span>
            </dt>
            <dd className="num text-l font-semibold">${usd.toFixed(2)}</dd>
            <dd aria-hidden="true" className="col-span-2 mt-1.5">
              <svg
                className={cx('h-2 w-full', isOurs ? 'text-accent' : 'text-line-strong')}
                preserveAspectRatio="none"
                viewBox="0 0 100 1"
              >
                <rect width={Math.max(0.3, (usd / mostUsd) * 100)} height="1" fill="currentColor" />
              </svg>
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-5 text-xs text-pretty text-ink-3">
        A month. Subscriptions are reckoned at $20, the usual list price of one person’s plan; look up what
        yours costs. Replies are reckoned at 400 tokens in and 500 out, at today’s prices on this server.
        Longer texts cost more: the price stands beside Send.
      </p>
    </>
  );
}
