import { ArrowRight } from 'lucide-react';
import type { PriceChange } from '~/features/billing';

/** On phone cards, changes take the full width without a column label. */
export const WHOLE_CARD = 'max-md:block max-md:before:hidden';

/** The changed lines of a price with their previous values. */
export const PriceChanges = ({ changes }: { changes: readonly PriceChange[] }) => (
  <ul className="flex w-full flex-col gap-0.5">
    {changes.map(({ label, before, after }) => (
      <li key={label} className="flex flex-wrap items-baseline justify-between gap-x-2 md:justify-start">
        <span className="text-ink-2">{label}</span>
        <span className="num inline-flex items-center gap-1.5 whitespace-nowrap">
          {before === null ? null : (
            <>
              <s className="text-ink-3 no-underline">{before}</s>
              <ArrowRight aria-label="becomes" className="size-3 text-ink-3" />
            </>
          )}
          <b className="font-medium">{after ?? 'none'}</b>
        </span>
      </li>
    ))}
  </ul>
);
