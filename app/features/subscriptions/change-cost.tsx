import type { ReactNode } from 'react';
import type { ChangePreviewAnswer } from './responses';
import { dollars } from './plan-fields';

/** Cost of a change as calculated by Stripe, line by line: now and at the end of the month. */
export function ChangeCost({ preview }: { preview: ChangePreviewAnswer }) {
  const { lines, taxCents, creditCents, dueCents, nextCents } = preview;
  return (
    <section aria-label="What the change costs" className="rounded-2 border border-line bg-surface px-4 py-3">
      <ul className="num flex flex-col gap-1 text-s">
        {lines.map(({ description, amountCents }, index) => (
          <Line key={`${description}-${String(index)}`} label={description} cents={amountCents} />
        ))}
        {taxCents === 0 ? null : <Line label="Tax" cents={taxCents} />}
        {creditCents > 0 ? <Line label="Credit used" cents={-creditCents} /> : null}
        <li className="mt-1 flex justify-between gap-4 border-t border-line pt-2 font-semibold">
          <span>Charged now</span>
          <span>{dollars(dueCents)}</span>
        </li>
        {creditCents < 0 ? <Line label="Credited to your next invoices" cents={-creditCents} /> : null}
        <Line label="Charged next time">
          {nextCents === null ? 'Nothing, your plan ends' : dollars(nextCents)}
        </Line>
      </ul>
    </section>
  );
}

type LineProps = { label: string; cents?: number; children?: ReactNode };

function Line({ label, cents = 0, children = dollars(cents) }: LineProps) {
  return (
    <li className="flex justify-between gap-4 text-ink-2">
      <span>{label}</span>
      <span>{children}</span>
    </li>
  );
}
