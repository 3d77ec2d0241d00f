import { Link } from '@remix-run/react';
import type { Theme } from '~/core/shared/theme';
import { Sheet } from '~/ui/overlay/sheet';
import { destinationsFor, PERSONAL_PAGE, type Visitor } from './destinations';
import { greetingFor } from './greeting';
import { LogoutButton } from './logout-button';
import { ThemeSwitch } from './theme-switch';

type Props = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void; visitor: Visitor; theme: Theme };

/** The header's links on a phone, big enough for a thumb. */
export default function MenuSheet({ isOpen, onOpenChange, visitor, theme }: Props) {
  const close = () => onOpenChange(false);
  const links = [
    ...(visitor ? [{ to: PERSONAL_PAGE, label: greetingFor(visitor.firstName) }] : []),
    ...destinationsFor(visitor, 'header'),
    ...(visitor
      ? []
      : [
          { to: '/register', label: 'Register' },
          { to: '/login', label: 'Login' },
        ]),
  ];
  return (
    <Sheet isOpen={isOpen} onOpenChange={onOpenChange} title="Menu">
      <nav aria-label="Main">
        <ul className="-mx-2 flex flex-col">
          {links.map(({ to, label }) => (
            <li key={to}>
              <Link
                to={to}
                onClick={close}
                className="flex min-h-11 items-center rounded-1 px-2 text-l font-medium no-underline hover:bg-sunken"
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="mt-5 flex items-center justify-between border-t border-line pt-4">
        <span className="flex items-center gap-1 text-s text-ink-2">
          Theme <ThemeSwitch theme={theme} />
        </span>
        {visitor ? <LogoutButton /> : null}
      </div>
    </Sheet>
  );
}
