import { firstGrapheme } from '@promptwell/text/first-grapheme';
import { KeyRound, LogOut, Monitor, Moon, Settings, Sun, SunMoon } from 'lucide-react';
import type { ReactNode } from 'react';
import { THEMES, type Theme } from '~/core/shared/theme';
import { Menu, type MenuItems } from '~/ui/overlay/menu';
import type { ShellUser } from './destinations';
import { greetingFor } from './greeting';
import { useLogout } from './use-logout';
import { chooseTheme, THEME_NAMES, useTheme } from './use-theme';

const THEME_ICONS: Readonly<Record<Theme, ReactNode>> = {
  system: <Monitor />,
  light: <Sun />,
  dark: <Moon />,
};

/** Theme for everyone; account links when signed in. */
export function AccountMenu({ user, theme: initialTheme }: { user: ShellUser; theme: Theme }) {
  const theme = useTheme(initialTheme);
  const logout = useLogout();
  const themes = {
    title: 'Theme',
    items: THEMES.map((each) => ({
      key: each,
      label: THEME_NAMES[each],
      icon: THEME_ICONS[each],
      isChosen: each === theme,
      onAction: () => chooseTheme(each),
    })),
  };
  if (!user) {
    return (
      <Menu label="Theme" items={[themes]} className="w-8.5 px-0">
        <SunMoon aria-hidden="true" className="size-4" />
        <span className="sr-only">Theme</span>
      </Menu>
    );
  }
  const items: MenuItems = [
    {
      title: greetingFor(user.firstName),
      items: [
        { key: 'account', label: 'Account', icon: <Settings />, to: '/account' },
        { key: 'keys', label: 'API keys', icon: <KeyRound />, to: '/settings/keys' },
      ],
    },
    'separator',
    themes,
    'separator',
    { key: 'logout', label: 'Logout', icon: <LogOut />, onAction: logout },
  ];
  return (
    <Menu label="Account menu" items={items} className="w-8.5 rounded-full px-0">
      <span
        aria-hidden="true"
        className="grid size-7 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent"
      >
        {firstGrapheme(user.firstName || 'User').toUpperCase()}
      </span>
      <span className="sr-only">Account menu</span>
    </Menu>
  );
}
