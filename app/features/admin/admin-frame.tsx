import type { ComponentProps } from 'react';
import { PageFrame } from '~/ui/page/page-frame';

/** Pages of the console, in navigation order. */
const PAGES = [
  { to: '/admin', label: 'Overview', isExact: true },
  { to: '/admin/activity', label: 'Activity' },
  { to: '/admin/prices', label: 'AI Pricing' },
  { to: '/admin/users', label: 'Users' },
  { to: '/admin/invitations', label: 'Invitations' },
  { to: '/admin/keys/settings', label: 'API Key Settings' },
  { to: '/admin/categories', label: 'Categories' },
  { to: '/admin/models', label: 'Model Management' },
  { to: '/admin/usage', label: 'Usage & Tokens' },
  { to: '/admin/billing', label: 'Billing ($)' },
  { to: '/admin/docs', label: 'Docs Edit' },
  { to: '/admin/moderation', label: 'Prompt Moderation', isExact: true },
  { to: '/admin/moderation/settings', label: 'Moderation Settings' },
  { to: '/admin/shared', label: 'Shared sessions' },
  { to: '/admin/diagnostics', label: 'Diagnostics' },
  { to: '/admin/health', label: 'Health' },
  { to: '/admin/mails', label: 'Emails' },
  { to: '/admin/feedback', label: 'Feedback' },
  { to: '/admin/audit', label: 'Audit log' },
] as const;

/** Layout of the console's pages. */
export const AdminFrame = (props: Omit<ComponentProps<typeof PageFrame>, 'navigation' | 'width'>) => (
  <PageFrame navigation={{ label: 'Admin', pages: PAGES, as: 'side' }} {...props} />
);
