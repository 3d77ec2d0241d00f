import { may, type Permission, type Role } from '~/core/shared/permissions';

/** Fixed lists and ranges of choices, small enough for every page's bundle. */
export const LANDING_PAGES = [
  '/dashboard',
  '/ai',
  '/prompt-generator',
  '/saved-prompts',
  '/baiql',
  '/settings/usage',
] as const;
export type LandingPage = (typeof LANDING_PAGES)[number];

const LANDING_PERMISSIONS: Partial<Record<LandingPage, Permission>> = { '/baiql': 'baiql:use' };

/** Whether a user may open a start page. Access can be lost after it was chosen. */
export function mayStartAt(person: { readonly roles: readonly Role[] }, page: LandingPage): boolean {
  const permission = LANDING_PERMISSIONS[page];
  return permission === undefined || may(person, permission);
}

export const DASHBOARD_TABS = ['overview', 'analytics', 'history', 'insights', 'settings'] as const;
export const DATE_RANGES = ['1d', '7d', '30d'] as const;
export const CURRENCIES = ['USD'] as const;
export const PER_REQUEST_CAPS_CENTS = [25, 50, 100, 200] as const;
/** Finer steps than above, for the control next to a request. */
export const PER_REQUEST_CAP_CENTS = { max: 2000, step: 25 } as const;
/** A reply limit raised by a paying user for a number of requests and a time. */
export const RAISED_TOKENS = { min: 1024, max: 32_768, step: 1024, usual: 8192 } as const;
export const RAISED_USES = { min: 1, max: 50, usual: 5 } as const;
export const RAISED_HOURS = { min: 1, max: 168, usual: 48 } as const;
export const DAILY_SPEND_CAPS_CENTS = [200, 500, 1000, 2000] as const;
export const ROTATION_DAYS = [90, 180, 365] as const;
export const OUTPUT_TOKENS = { min: 64, max: 4096, step: 64 } as const;
export const LOW_BALANCE_CENTS = { min: 50, max: 5000, step: 50 } as const;

/** `auto`: as the model does by default. */
export const WEB_SEARCH_CHOICES = ['auto', 'on', 'off'] as const;

/** Maximum number of countries per user; each makes personal data checks slower. */
export const MAX_COUNTRIES = 8;
