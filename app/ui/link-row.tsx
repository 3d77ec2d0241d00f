import { useLocation } from '@remix-run/react';
import { useEffect, useRef, type ReactNode } from 'react';
import { cx } from './cx';

type Props = { label: string; className?: string; children: ReactNode };

/** A row of links that scrolls horizontally on narrow screens and keeps the current link visible. */
export function LinkRow({ label, className, children }: Props) {
  const row = useRef<HTMLElement>(null);
  const { pathname, search } = useLocation();
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (row.current && current)
      row.current.scrollLeft = current.offsetLeft - (row.current.clientWidth - current.offsetWidth) / 2;
  }, [pathname, search]);
  return (
    <nav
      ref={row}
      aria-label={label}
      // Browsers scroll a focused link only partly into view.
      onFocus={({ target }) => target.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
      className={cx('relative overflow-x-auto', className)}
    >
      {children}
    </nav>
  );
}
