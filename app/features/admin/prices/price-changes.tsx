import { ArrowRight } from 'lucide-react';
import type { PriceChange } from '~/features/billing';

/** On the phone's card the changes have lines of their own, without the column's name. */
export const WHOLE_CARD = 'max-md:block max-md:before:hidden';

/** What a price says anew, line by line, with what it said before. */
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
