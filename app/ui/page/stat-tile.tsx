import { Link } from '@remix-run/react';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

type StatProps = {
  label: ReactNode;
  value: ReactNode;
  /** Explains the value: "about 21 days at this week's pace". */
  note?: ReactNode;
  to?: string;
};

/** Key figures of a page, on a grid. */
export function StatGrid({ label, children }: { label: string; children: ReactNode }) {
  return (
    <dl
      aria-label={label}
      className="grid grid-cols-2 gap-px max-md:*:last:odd:col-span-2 md:grid-cols-[repeat(auto-fit,minmax(150px,1fr))] overflow-hidden rounded-2 border border-line bg-surface"
    >
      {children}
    </dl>
  );
}

export function StatTile({ label, value, note, to }: StatProps) {
  return (
    <div className="relative flex flex-col px-3 py-3 sm:px-4 shadow-[0_0_0_1px_var(--line)] has-[a:hover]:bg-chosen forced-colors:outline-1">
      <dt className="text-xs text-ink-3">
        {to ? (
          <Link
            to={to}
            className="flex items-center justify-between gap-2 no-underline after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
          >
            {label}
            <ChevronRight aria-hidden="true" className="size-3.5 shrink-0" />
          </Link>
        ) : (
          label
        )}
      </dt>
      <dd className="num mt-0.5 text-lead sm:text-xl wrap-anywhere font-semibold tracking-[-0.02em]">
        {value}
      </dd>
      {note ? <dd className="text-xs text-ink-3">{note}</dd> : null}
    </div>
  );
}
