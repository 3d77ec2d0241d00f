import type { HistoryLine } from './read-history.server';

/** Explanations of lines other than usage. */
const KINDS: Readonly<Record<string, string>> = {
  topup: 'You bought this credit by card.',
  bonus: 'Extra credit that came with a top-up.',
  grant: 'Credit that an administrator gave you.',
  adjustment: 'An administrator corrected your balance.',
  clawback: 'A payment was refunded or disputed, so its credit was taken back.',
  bonus_clawback: 'Extra credit that went back with the refunded or disputed payment it came with.',
  debt: 'Credit that was refunded or disputed after you spent it. Your next credit pays it back.',
  debt_payment: 'Pays back what was lent to you after a refund or dispute.',
  hold: 'The most this request can cost. What it doesn’t use comes back when it ends.',
};

/** How a line's amount was calculated. */
export function ChargeDetails({ line: { kind, isOpen, story } }: { line: HistoryLine }) {
  if (story === null) {
    return (
      <p className="text-s text-ink-2">
        {KINDS[isOpen ? 'hold' : kind] ?? 'No breakdown was recorded for this amount.'}
      </p>
    );
  }
  return (
    <div className="flex max-w-140 flex-col gap-2 text-s">
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1">
        {story.lines.map(({ label, detail, amount }) => (
          <Row key={label} label={label} detail={detail} amount={amount} />
        ))}
        {story.totals.map(({ label, amount }) => (
          <Row key={label} label={label} amount={amount} isTotal />
        ))}
      </dl>
      {story.remarks.map((remark) => (
        <p key={remark} className="text-ink-2">
          {remark}
        </p>
      ))}
    </div>
  );
}

type RowProps = { label: string; detail?: string; amount: string; isTotal?: boolean };

function Row({ label, detail, amount, isTotal = false }: RowProps) {
  return (
    <div className={isTotal ? 'contents font-medium' : 'contents'}>
      <dt>
        {label}
        {detail === undefined ? null : <span className="num text-ink-3"> · {detail}</span>}
      </dt>
      <dd className="num text-right">{amount}</dd>
    </div>
  );
}
