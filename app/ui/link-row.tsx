import { useLocation } from '@remix-run/react';
import { useEffect, useRef, type ReactNode } from 'react';
import { cx } from './cx';

type Props = { label: string; className?: string; children: ReactNode };

/** Links in one line, which moves sideways where the screen is too narrow for it: the current one is in sight. */
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
      // The browser is content with a half of what gets the focus.
      onFocus={({ target }) => target.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
      className={cx('relative overflow-x-auto', className)}
    >
      {children}
    </nav>
  );
}
