import { destinationsFor, DESTINATIONS, isFor, type Audience, type ShellUser } from './destinations';

interface PalettePage {
  to: string;
  label: string;
  audience: Audience;
  /** Shows how something is done rather than doing it: listed last. */
  isSample?: boolean;
}

/** Pages that only the palette lists. Kept apart, since every page loads the links of the header and the footer. */
const OTHER_PAGES: readonly PalettePage[] = [
  { to: '/subscriptions', label: 'Subscription', audience: 'signed-in' },
  { to: '/baiql/files', label: 'BAIQL: Files', audience: 'baiql:use' },
  { to: '/baiql/runs', label: 'BAIQL: Runs', audience: 'baiql:use' },
  { to: '/', label: 'Home', audience: 'everyone' },
  { to: '/forgot-password', label: 'Forgot password', audience: 'signed-out' },
  { to: '/admin/activity', label: 'Admin: Activity', audience: 'admin:open' },
  { to: '/admin/users', label: 'Admin: Users', audience: 'users:manage' },
  { to: '/admin/prices', label: 'Admin: AI Pricing', audience: 'prices:edit' },
  { to: '/admin/moderation', label: 'Admin: Prompt Moderation', audience: 'prompts:moderate' },
  { to: '/admin/moderation/settings', label: 'Admin: Moderation Settings', audience: 'prompts:moderate' },
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

/** Every page that a visitor may open. */
export const palettePages = (user: ShellUser): PalettePage[] => [
  ...destinationsFor(user, 'palette'),
  ...OTHER_PAGES.filter(({ audience }) => isFor(user, audience)),
];

/**
 * What the site map lists: the pages that a visitor may open. A stranger sees what an account is good for as well;
 * the pages of the console are listed there.
 */
export const siteMapFor = (user: ShellUser): PalettePage[] =>
  [...DESTINATIONS.filter(({ places }) => places.includes('palette')), ...OTHER_PAGES].filter(
    ({ to, audience, isSample = false }: PalettePage) =>
      !isSample &&
      !to.startsWith('/admin/') &&
      (isFor(user, audience) || (user === null && audience !== 'admin:open')),
  );
