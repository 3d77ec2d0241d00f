import { destinationsFor, DESTINATIONS, isFor, type Audience, type ShellUser } from './destinations';

interface PalettePage {
  to: string;
  label: string;
  audience: Audience;
  /** Help rather than an action: listed last. */
  isSample?: boolean;
}

/** Pages that only the palette lists, kept out of the bundle of every page. */
const OTHER_PAGES: readonly PalettePage[] = [
  { to: '/subscriptions', label: 'Subscription', audience: 'signed-in' },
  { to: '/baiql/files', label: 'BAIQL: Files', audience: 'baiql:use' },
  { to: '/baiql/runs', label: 'BAIQL: Runs', audience: 'baiql:use' },
  { to: '/', label: 'Home', audience: 'everyone' },
  { to: '/forgot-password', label: 'Forgot password', audience: 'signed-out' },
  { to: '/admin/activity', label: 'Admin: Activity', audience: 'admin:open' },
  { to: '/admin/users', label: 'Admin: Users', audience: 'users:manage' },
  { to: '/admin/invitations', label: 'Admin: Invitations', audience: 'users:manage' },
  { to: '/admin/keys/settings', label: 'Admin: API Key Settings', audience: 'users:manage' },
  { to: '/admin/prices', label: 'Admin: AI Pricing', audience: 'prices:edit' },
  { to: '/admin/moderation', label: 'Admin: Prompt Moderation', audience: 'prompts:moderate' },
  { to: '/admin/moderation/settings', label: 'Admin: Moderation Settings', audience: 'prompts:moderate' },
  { to: '/admin/shared', label: 'Admin: Shared sessions', audience: 'prompts:moderate' },
  { to: '/admin/policies/teams', label: 'Admin: Teams policy', audience: 'prompts:moderate' },
  { to: '/admin/policies/enterprise', label: 'Admin: Enterprise policy', audience: 'prompts:moderate' },
  { to: '/admin/categories', label: 'Admin: Categories', audience: 'content:edit' },
  { to: '/admin/models', label: 'Admin: Model Management', audience: 'models:manage' },
  { to: '/admin/usage', label: 'Admin: Usage & Tokens', audience: 'money:read' },
  { to: '/admin/billing', label: 'Admin: Billing ($)', audience: 'money:read' },
  { to: '/admin/docs', label: 'Admin: Docs Edit', audience: 'docs:edit' },
  { to: '/admin/feedback', label: 'Admin: Feedback', audience: 'feedback:read' },
  { to: '/admin/diagnostics', label: 'Admin: Diagnostics', audience: 'diagnostics:run' },
  { to: '/admin/health', label: 'Admin: Health', audience: 'diagnostics:run' },
  { to: '/admin/mails', label: 'Admin: Emails', audience: 'diagnostics:run' },
  { to: '/admin/audit', label: 'Admin: Audit log', audience: 'audit:read' },
  { to: '/counter', label: 'Counter', audience: 'signed-in', isSample: true },
  { to: '/fetch-data', label: 'Weather forecast', audience: 'signed-in', isSample: true },
];

/** All pages accessible to a user. */
export const palettePages = (user: ShellUser): PalettePage[] => [
  ...destinationsFor(user, 'palette'),
  ...OTHER_PAGES.filter(({ audience }) => isFor(user, audience)),
];

/**
 * The site map: accessible pages. Visitors also see pages that need an account; admin pages are listed in the console.
 */
export const siteMapFor = (user: ShellUser): PalettePage[] =>
  [...DESTINATIONS.filter(({ places }) => places.includes('palette')), ...OTHER_PAGES].filter(
    ({ to, audience, isSample = false }: PalettePage) =>
      !isSample &&
      !to.startsWith('/admin/') &&
      (isFor(user, audience) || (user === null && audience !== 'admin:open')),
  );
