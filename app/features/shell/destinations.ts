import { may, type Permission, type Role } from '~/core/shared/permissions';

/** Who looks at the page, as far as links are concerned; null when nobody is signed in. */
export type Visitor = { firstName: string; roles: readonly Role[] } | null;

type Audience = 'everyone' | 'signed-out' | 'signed-in' | Permission;

export interface Destination {
  to: string;
  label: string;
  audience: Audience;
  /** Where it is listed: the menu stands in for the header on a phone, the palette has every page there is. */
  places: readonly ('header' | 'menu' | 'footer' | 'palette')[];
  /** Shows how something is done rather than doing it: listed last. */
  isSample?: boolean;
}

/** The page of one's own that the greeting leads to. */
export const PERSONAL_PAGE = '/dashboard';

/** Every page that can be linked to, in the order in which it is listed. A new page is one line here. */
const DESTINATIONS: readonly Destination[] = [
  {
    to: '/ai',
    label: 'AI',
    audience: 'signed-in',
    places: ['header', 'menu', 'palette'],
  },
  {
    to: '/baiql',
    label: 'BAIQL',
    audience: 'baiql:use',
    places: ['header', 'menu', 'palette'],
  },
  {
    to: '/app-info',
    label: 'App Info',
    audience: 'everyone',
    places: ['header', 'menu', 'footer', 'palette'],
  },
  {
    to: '/docs',
    label: 'Docs',
    audience: 'everyone',
    places: ['header', 'menu', 'footer', 'palette'],
  },
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
  {
    to: '/pricing',
    label: 'Pricing',
    audience: 'everyone',
    places: ['menu', 'footer', 'palette'],
  },
  {
    to: '/dashboard',
    label: 'Dashboard',
    audience: 'signed-in',
    places: ['menu', 'footer', 'palette'],
  },
  {
    to: '/account',
    label: 'Account',
    audience: 'signed-in',
    places: ['menu', 'footer', 'palette'],
  },
  {
    to: '/settings/usage',
    label: 'Usage',
    audience: 'signed-in',
    places: ['menu', 'footer', 'palette'],
  },
  {
    to: '/settings/billing',
    label: 'Billing',
    audience: 'signed-in',
    places: ['menu', 'footer', 'palette'],
  },
  {
    to: '/top-up',
    label: 'Top up',
    audience: 'signed-in',
    places: ['menu', 'palette'],
  },
  {
    to: '/subscriptions',
    label: 'Subscription',
    audience: 'signed-in',
    places: ['palette'],
  },
  {
    to: '/baiql/files',
    label: 'BAIQL: Files',
    audience: 'baiql:use',
    places: ['palette'],
  },
  {
    to: '/docs/terms',
    label: 'Terms',
    audience: 'everyone',
    places: ['footer', 'palette'],
  },
  {
    to: '/docs/privacy',
    label: 'Privacy',
    audience: 'everyone',
    places: ['footer', 'palette'],
  },
  {
    to: '/baiql/runs',
    label: 'BAIQL: Runs',
    audience: 'baiql:use',
    places: ['palette'],
  },
  {
    to: '/admin',
    label: 'Admin',
    audience: 'admin:open',
    places: ['header', 'menu', 'footer'],
  },
  {
    to: '/admin/users',
    label: 'Admin: Users',
    audience: 'users:manage',
    places: ['palette'],
  },
  {
    to: '/admin/prices',
    label: 'Admin: AI Pricing',
    audience: 'prices:edit',
    places: ['palette'],
  },
  {
    to: '/admin/moderation',
    label: 'Admin: Prompt Moderation',
    audience: 'prompts:moderate',
    places: ['palette'],
  },
  {
    to: '/admin/moderation/settings',
    label: 'Admin: Moderation Settings',
    audience: 'prompts:moderate',
    places: ['palette'],
  },
  {
    to: '/admin/policies/teams',
    label: 'Admin: Teams policy',
    audience: 'prompts:moderate',
    places: ['palette'],
  },
  {
    to: '/admin/policies/enterprise',
    label: 'Admin: Enterprise policy',
    audience: 'prompts:moderate',
    places: ['palette'],
  },
  {
    to: '/admin/categories',
    label: 'Admin: Categories',
    audience: 'content:edit',
    places: ['palette'],
  },
  { to: '/admin/usage', label: 'Admin: Usage & Tokens', audience: 'money:read', places: ['palette'] },
  { to: '/admin/billing', label: 'Admin: Billing ($)', audience: 'money:read', places: ['palette'] },
  { to: '/admin/docs', label: 'Admin: Docs Edit', audience: 'docs:edit', places: ['palette'] },
  { to: '/admin/feedback', label: 'Admin: Feedback', audience: 'feedback:read', places: ['palette'] },
  { to: '/admin/diagnostics', label: 'Admin: Diagnostics', audience: 'diagnostics:run', places: ['palette'] },
  { to: '/admin/health', label: 'Admin: Health', audience: 'diagnostics:run', places: ['palette'] },
  { to: '/admin/audit', label: 'Admin: Audit log', audience: 'audit:read', places: ['palette'] },
  { to: '/', label: 'Home', audience: 'everyone', places: ['palette'] },
  {
    to: '/teams',
    label: 'Teams',
    audience: 'signed-in',
    places: ['footer', 'palette'],
  },
  {
    to: '/enterprise',
    label: 'Enterprise',
    audience: 'signed-in',
    places: ['footer', 'palette'],
  },
  {
    to: '/login',
    label: 'Login',
    audience: 'signed-out',
    places: ['menu', 'footer', 'palette'],
  },
  {
    to: '/register',
    label: 'Register',
    audience: 'signed-out',
    places: ['menu', 'footer', 'palette'],
  },
  {
    to: '/forgot-password',
    label: 'Forgot password',
    audience: 'signed-out',
    places: ['palette'],
  },
  {
    to: '/counter',
    label: 'Counter',
    audience: 'signed-in',
    places: ['palette'],
    isSample: true,
  },
  {
    to: '/fetch-data',
    label: 'Weather forecast',
    audience: 'signed-in',
    places: ['palette'],
    isSample: true,
  },
];

/** The links of one place, for one visitor. */
export function destinationsFor(visitor: Visitor, place: Destination['places'][number]): Destination[] {
  return DESTINATIONS.filter(
    (destination) => destination.places.includes(place) && isFor(visitor, destination.audience),
  );
}

function isFor(visitor: Visitor, audience: Audience): boolean {
  if (audience === 'everyone') return true;
  if (audience === 'signed-out') return visitor === null;
  return visitor !== null && (audience === 'signed-in' || may(visitor, audience));
}
