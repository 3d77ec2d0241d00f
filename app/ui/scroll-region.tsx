import type { ReactNode } from 'react';

/** A part of the page that scrolls by itself must take the focus, or the keyboard could not scroll it. */
export const keyboardScrollable = { tabIndex: 0 } as const;

type Props = { label: string; className?: string; children: ReactNode };

export function ScrollRegion({ label, className, children }: Props) {
  return (
    <section aria-label={label} className={className} {...keyboardScrollable}>
      {children}
    </section>
  );
}
