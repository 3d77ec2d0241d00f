import { Link, NavLink as RemixNavLink, useSearchParams } from '@remix-run/react';
import { Search } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { Theme } from '~/core/shared/theme';
import { Button } from '~/ui/button';
import { ButtonLink } from '~/ui/button-link';
import { buttonClasses } from '~/ui/button-variant';
import { Kbd } from '~/ui/kbd';
import { AccountMenu } from './account-menu';
import { BalanceMeter } from './balance-meter';
import { destinationsFor, type ShellUser } from './destinations';
import { Greeting } from './greeting';
import { LogoutButton } from './logout-button';
import { cx } from '~/ui/cx';
import { usePrefetch } from '~/ui/use-prefetch';

type Props = {
  user: ShellUser;
  balanceMicroUsd: number | null;
  isLow: boolean;
  offersTopUp: boolean;
  isBalanceOnPage: boolean;
  theme: Theme;
  onOpenPalette: () => void;
  onOpenMenu: () => void;
};

/** On phones the links are in the menu; on tablets, greeting and Logout are in the account menu. */
export function Header({ user, balanceMicroUsd, theme, onOpenPalette, onOpenMenu, ...balance }: Props) {
  return (
    <header className="flex h-13 shrink-0 items-center gap-1 border-b border-line bg-surface px-4 md:px-5">
      <Logo />
      <nav
        aria-label="Main"
        className="hidden min-w-0 items-center gap-0.5 [scrollbar-width:none] max-lg:overflow-x-auto md:flex"
      >
        {destinationsFor(user, 'header').map(({ to, label }) => (
          <NavLink key={to} to={to}>
            {label}
          </NavLink>
        ))}
      </nav>
      <div className="ml-auto flex items-center gap-1">
        <SearchField onOpen={onOpenPalette} />
        {balanceMicroUsd === null ? null : (
          <div className={balance.isBalanceOnPage ? 'lg:hidden' : undefined}>
            <BalanceMeter balanceMicroUsd={balanceMicroUsd} {...balance} />
          </div>
        )}
        {user ? (
          <div className="hidden items-center gap-1 lg:flex">
            <Greeting firstName={user.firstName} />
            <LogoutButton />
          </div>
        ) : null}
        <div className="hidden md:block">
          <AccountMenu user={user} theme={theme} />
        </div>
        {user ? null : <SignedOut />}
        {/* Without scripts, this links to the same links in the footer. */}
        <a
          href="#site-links"
          className={buttonClasses('ghost', 'm', 'md:hidden')}
          onClick={(event) => {
            event.preventDefault();
            onOpenMenu();
          }}
        >
          Menu
        </a>
      </div>
    </header>
  );
}

/** Looks like a field and opens the palette; an icon on narrow screens. */
function SearchField({ onOpen }: { onOpen: () => void }) {
  const key = usePaletteKey();
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className="mr-1 hidden h-8 w-52 items-center justify-between gap-2 rounded-1 border border-line-strong bg-surface px-2.5 text-s text-ink-3 hover:bg-chosen hover:text-ink xl:flex"
        onClick={onOpen}
      >
        Search…
        <span aria-hidden="true">
          <Kbd>{key}</Kbd>
        </span>
      </button>
      <Button
        variant="ghost"
        aria-label="Search"
        aria-haspopup="dialog"
        className="w-8.5 px-0 max-md:hidden xl:hidden"
        onClick={onOpen}
      >
        <Search aria-hidden="true" className="size-4" />
      </Button>
    </>
  );
}

/** The palette's shortcut on this platform. The server can't know it and renders the most common one. */
function usePaletteKey(): string {
  const [key, setKey] = useState('Ctrl K');
  useEffect(() => {
    if (/Mac|iPhone|iPad/.test(navigator.userAgent)) setKey('⌘ K');
  }, []);
  return key;
}

/** Keeps the return path through login. */
function SignedOut() {
  const returnTo = useSearchParams()[0].get('returnTo');
  const search = returnTo === null ? '' : `?${new URLSearchParams({ returnTo }).toString()}`;
  return (
    <>
      <ButtonLink to={{ pathname: '/login', search }} variant="ghost">
        Login
      </ButtonLink>
      <div className="hidden md:block">
        <ButtonLink to={{ pathname: '/register', search }}>Register</ButtonLink>
      </div>
    </>
  );
}

/** Three lines, each shorter than the one before: a prompt being refined. */
function Logo() {
  return (
    <Link to="/" className="tappable mr-3 flex items-center gap-2 rounded-1 py-1 pr-1 lg:mr-4">
      <svg viewBox="0 0 20 20" className="size-5 text-accent" aria-hidden="true">
        <path
          d="M3 5h14M5 10h10M8 15h4"
          fill="none"
          stroke="currentColor"
          strokeWidth="2.2"
          strokeLinecap="round"
        />
      </svg>
      <span className="text-[15px] font-[650] tracking-[-0.02em]">Promptwell</span>
    </Link>
  );
}

function NavLink({ to, children }: { to: string; children: ReactNode }) {
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
