import type { ReactNode } from 'react';

/** A scrolling region must be focusable, so that the keyboard can scroll it. */
export const keyboardScrollable = { tabIndex: 0 } as const;

type Props = { label: string; className?: string; children: ReactNode };

export function ScrollRegion({ label, className, children }: Props) {
  return (
    <section aria-label={label} className={className} {...keyboardScrollable}>
      {children}
    </section>
  );
}
