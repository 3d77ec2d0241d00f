import type { Theme } from '~/core/shared/theme';
import { Button } from '~/ui/button';
import { buttonClasses } from '~/ui/button-variant';
import { ButtonLink } from '~/ui/button-link';
import { Kbd } from '~/ui/kbd';
import { BalanceMeter } from './balance-meter';
import { destinationsFor, type Visitor } from './destinations';
import { Logo } from './logo';
import { Greeting } from './greeting';
import { LogoutButton } from './logout-button';
import { NavLink } from './nav-link';
import { ThemeSwitch } from './theme-switch';

type Props = {
  visitor: Visitor;
  balanceCents: number | null;
  isLow: boolean;
  theme: Theme;
  onOpenPalette: () => void;
  onOpenMenu: () => void;
};

export function Header({ visitor, balanceCents, isLow, theme, onOpenPalette, onOpenMenu }: Props) {
  return (
    <header className="flex h-13 shrink-0 items-center gap-1 border-b border-line bg-surface px-4 md:px-5">
      <Logo />
      <nav aria-label="Main" className="hidden items-center gap-0.5 md:flex">
        {destinationsFor(visitor, 'header').map(({ to, label }) => (
          <NavLink key={to} to={to}>
            {label}
          </NavLink>
        ))}
      </nav>
      <div className="ml-auto flex items-center gap-1">
        <div className="hidden lg:block">
          <Button variant="ghost" onClick={onOpenPalette}>
            <span className="sr-only">Open the command palette: </span>
            <Kbd>Ctrl K</Kbd>
          </Button>
        </div>
        <div className="hidden md:block">
          <ThemeSwitch theme={theme} />
        </div>
        {balanceCents === null ? null : <BalanceMeter balanceCents={balanceCents} isLow={isLow} />}
        {visitor ? <SignedIn visitor={visitor} /> : <SignedOut />}
        {/* Without scripts this leads to the same links at the foot of the page. */}
        <div className="md:hidden">
          <a
            href="#site-links"
            className={buttonClasses('ghost', 'm')}
            onClick={(event) => {
              event.preventDefault();
              onOpenMenu();
            }}
          >
            Menu
          </a>
        </div>
      </div>
    </header>
  );
}

function SignedIn({ visitor }: { visitor: NonNullable<Visitor> }) {
  return (
    <>
      <Greeting firstName={visitor.firstName} />
      <LogoutButton className="hidden md:block" />
    </>
  );
}

function SignedOut() {
  return (
    <>
      <ButtonLink to="/login" variant="ghost">
        Login
      </ButtonLink>
      <div className="hidden md:block">
        <ButtonLink to="/register">Register</ButtonLink>
      </div>
    </>
  );
}
