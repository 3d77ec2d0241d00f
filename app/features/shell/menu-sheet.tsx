import { Link } from '@remix-run/react';
import { Search } from 'lucide-react';
import { THEMES, type Theme } from '~/core/shared/theme';
import { SegmentedControl } from '~/ui/form/segmented-control';
import { Button } from '~/ui/button';
import { Sheet } from '~/ui/overlay/sheet';
import { destinationsFor, PERSONAL_PAGE, type ShellUser } from './destinations';
import { greetingFor } from './greeting';
import { LogoutButton } from './logout-button';
import { chooseTheme, THEME_NAMES, useTheme } from './use-theme';

type Props = { onClose: () => void; onSearch: () => void; user: ShellUser; theme: Theme };

/** The header's links on phones, as large touch targets. */
export function MenuSheet({ onClose, onSearch, user, theme: initialTheme }: Props) {
  const theme = useTheme(initialTheme);
  const links = [
    ...(user ? [{ to: PERSONAL_PAGE, label: greetingFor(user.firstName) }] : []),
    ...destinationsFor(user, 'menu').filter(({ to }) => to !== PERSONAL_PAGE),
  ];
  return (
    <Sheet isOpen onOpenChange={onClose} title="Menu">
      <Button size="l" className="w-full justify-start text-ink-2" onClick={onSearch}>
        <Search aria-hidden="true" className="size-4" />
        Search…
      </Button>
      <nav aria-label="Main" className="mt-3">
        <ul className="-mx-2 flex flex-col">
          {links.map(({ to, label }) => (
            <li key={to}>
              <Link
                to={to}
                onClick={onClose}
                className="flex min-h-11 items-center rounded-1 px-2 text-l font-medium no-underline hover:bg-chosen"
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="mt-4 flex items-center justify-between gap-3 border-t border-line pt-4">
        <SegmentedControl
          label="Theme"
          value={theme}
          onChange={chooseTheme}
          segments={THEMES.map((value) => ({ value, label: THEME_NAMES[value] }))}
        />
        {user ? <LogoutButton /> : null}
      </div>
    </Sheet>
  );
}
