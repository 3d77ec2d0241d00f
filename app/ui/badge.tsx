import type { ReactNode } from 'react';
import { cx } from './cx';
import { toneClasses, type Tone } from './tone';

/** A word about the state of the thing beside it. */
export function Badge({
  tone = 'neutral',
  className,
  children,
}: {
  tone?: Tone;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      className={cx(
        'inline-flex items-center rounded-[4px] px-1.5 py-px text-[11px] leading-4 font-semibold tracking-[0.02em] whitespace-nowrap',
        toneClasses[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
