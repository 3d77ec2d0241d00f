import { may, type Permission, type Role } from '~/core/shared/permissions';

/** The viewer for link visibility; null when signed out. */
export type ShellUser = { firstName: string; roles: readonly Role[] } | null;

export type Audience = 'everyone' | 'signed-out' | 'signed-in' | Permission;

export interface Destination {
  to: string;
  label: string;
  audience: Audience;
  /** Where it is listed. On phones, the menu replaces the header. */
  places: readonly ('header' | 'menu' | 'footer' | 'palette')[];
}

/** The personal page that the greeting links to. */
export const PERSONAL_PAGE = '/dashboard';

/** Navigation links, in order. Pages only in the palette: palette-pages.ts. */
export const DESTINATIONS: readonly Destination[] = [
  { to: '/ai', label: 'AI', audience: 'signed-in', places: ['header', 'menu', 'palette'] },
  { to: '/baiql', label: 'BAIQL', audience: 'baiql:use', places: ['header', 'menu', 'palette'] },
  {
    to: '/app-info',
    label: 'App Info',
    audience: 'everyone',
    places: ['header', 'menu', 'footer', 'palette'],
  },
  { to: '/docs', label: 'Docs', audience: 'everyone', places: ['header', 'menu', 'footer', 'palette'] },
  {
    to: '/prompt-generator',
    label: 'Prompt Generator',
    audience: 'signed-in',
    places: ['header', 'menu', 'palette'],
  },
  {
    to: '/saved-prompts',
    label: 'Saved Prompts',
    audience: 'signed-in',
    places: ['menu', 'footer', 'palette'],
  },
  { to: '/pricing', label: 'Pricing', audience: 'signed-out', places: ['header'] },
  { to: '/pricing', label: 'Pricing', audience: 'everyone', places: ['menu', 'footer', 'palette'] },
  { to: '/dashboard', label: 'Dashboard', audience: 'signed-in', places: ['menu', 'footer', 'palette'] },
  { to: '/account', label: 'Account', audience: 'signed-in', places: ['menu', 'footer', 'palette'] },
  { to: '/settings/usage', label: 'Usage', audience: 'signed-in', places: ['menu', 'footer', 'palette'] },
  { to: '/settings/billing', label: 'Billing', audience: 'signed-in', places: ['menu', 'footer', 'palette'] },
  { to: '/settings/keys', label: 'API keys', audience: 'signed-in', places: ['menu', 'footer', 'palette'] },
  { to: '/top-up', label: 'Top up', audience: 'signed-in', places: ['menu', 'palette'] },
  { to: '/docs/terms', label: 'Terms', audience: 'everyone', places: ['footer', 'palette'] },
  { to: '/docs/privacy', label: 'Privacy', audience: 'everyone', places: ['footer', 'palette'] },
  { to: '/admin', label: 'Admin', audience: 'admin:open', places: ['header', 'menu', 'footer', 'palette'] },
  { to: '/teams', label: 'Teams', audience: 'signed-in', places: ['footer', 'palette'] },
  { to: '/enterprise', label: 'Enterprise', audience: 'signed-in', places: ['footer', 'palette'] },
  { to: '/login', label: 'Login', audience: 'signed-out', places: ['menu', 'footer', 'palette'] },
  { to: '/register', label: 'Register', audience: 'signed-out', places: ['menu', 'footer', 'palette'] },
];

/** A user's links for one location. */
export function destinationsFor(user: ShellUser, place: Destination['places'][number]): Destination[] {
  return DESTINATIONS.filter(
    (destination) => destination.places.includes(place) && isFor(user, destination.audience),
  );
}

export function isFor(user: ShellUser, audience: Audience): boolean {
  if (audience === 'everyone') return true;
  if (audience === 'signed-out') return user === null;
  return user !== null && (audience === 'signed-in' || may(user, audience));
}
