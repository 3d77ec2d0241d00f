import { NavLink as RemixNavLink } from '@remix-run/react';
import type { ReactNode } from 'react';
import { cx } from '~/ui/cx';
import { usePrefetch } from '~/ui/use-prefetch';

export function NavLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <RemixNavLink
      to={to}
      prefetch={usePrefetch()}
      end={to === '/'}
      className={({ isActive }) =>
        cx(
          'rounded-1 px-2.5 py-1.5 text-s max-lg:px-2 font-medium whitespace-nowrap no-underline transition-colors duration-100',
          isActive ? 'bg-sunken text-ink' : 'text-ink-2 hover:bg-chosen hover:text-ink',
        )
      }
    >
      {children}
    </RemixNavLink>
  );
}
