import { wholeCents } from './money';

/** Every role that a person can hold. Names are compared without regard to case. */
export const ROLES = [
  'admin',
  'paiduser',
  'teamuser',
  'teamadmin',
  'enterpriseuser',
  'enterpriseadmin',
] as const;
export type Role = (typeof ROLES)[number];

export const ROLE_LABELS: Readonly<Record<Role, string>> = {
  admin: 'Admin',
  paiduser: 'Pro',
  teamuser: 'Team member',
  teamadmin: 'Team admin',
  enterpriseuser: 'Enterprise member',
  enterpriseadmin: 'Enterprise admin',
};

/** What one may do, and which roles allow it. Checked on the server; a page uses the same table only to hide. */
const ROLES_THAT_MAY = {
  'admin:open': ['admin'],
  'users:manage': ['admin'],
  'money:grant': ['admin'],
  'prices:edit': ['admin'],
  'models:manage': ['admin'],
  'content:edit': ['admin'],
  'docs:edit': ['admin'],
  'prompts:moderate': ['admin'],
  'policies:read': ['admin'],
  'money:read': ['admin'],
  'audit:read': ['admin'],
  'feedback:read': ['admin'],
  'diagnostics:run': ['admin'],
  'baiql:use': ['admin', 'paiduser', 'teamuser', 'teamadmin', 'enterpriseuser', 'enterpriseadmin'],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof ROLES_THAT_MAY;

/** What people without a permission are told. */
export const DENIALS: Readonly<Record<Permission, string>> = {
  'admin:open': 'Access denied: Admins only',
  'users:manage': 'Access denied: Admins only',
  'money:grant': 'Access denied: Admins only',
  'prices:edit': 'Access denied: Admins only',
  'models:manage': 'Access denied: Admins only',
  'content:edit': 'Access denied: Admins only',
  'docs:edit': 'Access denied: Admins only',
  'prompts:moderate': 'Access denied: Admins only',
  'policies:read': 'Admins only',
  'money:read': 'Access denied: Admins only',
  'audit:read': 'Access denied: Admins only',
  'feedback:read': 'Access denied: Admins only',
  'diagnostics:run': 'Access denied: Admins only',
  'baiql:use': 'Pro or Admin users only',
};

interface WithRoles {
  readonly roles: readonly Role[];
}

export function may(person: WithRoles, permission: Permission): boolean {
  const allowed: readonly Role[] = ROLES_THAT_MAY[permission];
  return person.roles.some((role) => allowed.includes(role));
}

export const rolesThatMay = (permission: Permission): readonly Role[] => ROLES_THAT_MAY[permission];

/** Reads a role's name in any case; undefined when there is no such role. */
export function parseRole(name: string): Role | undefined {
  const wanted = name.trim().toLowerCase();
  return ROLES.find((role) => role === wanted);
}

export function parseRoles(names: readonly string[]): Role[] {
  return ROLES.filter((role) => names.some((name) => parseRole(name) === role));
}

export type Plan = 'free' | 'pro';

interface Funds {
  readonly postedMicroUsd: bigint;
  readonly debtMicroUsd: bigint;
}

/**
 * Whether somebody pays with money of their own. What calls under way hold is still theirs: a plan that followed the
 * holds would end in the middle of a run. How much can be spent just now is the ledger's `availableMicroUsd`.
 */
export const hasFunds = ({ postedMicroUsd, debtMicroUsd }: Funds): boolean =>
  postedMicroUsd > 0n && debtMicroUsd === 0n;

/** Pro is paiduser with a balance above 0; teams, enterprises and admins count as Pro. */
export function planOf(roles: readonly Role[], funds: Funds): Plan {
  if (roles.some((role) => role !== 'paiduser')) return 'pro';
  return roles.includes('paiduser') && hasFunds(funds) ? 'pro' : 'free';
}

export type UserType = 'Admin' | 'Pro' | 'Free';

export function userTypeOf(roles: readonly Role[], funds: Funds): UserType {
  if (roles.includes('admin')) return 'Admin';
  return roles.includes('paiduser') && hasFunds(funds) ? 'Pro' : 'Free';
}

const ALWAYS_WARNED: readonly Role[] = [
  'admin',
  'teamuser',
  'teamadmin',
  'enterpriseuser',
  'enterpriseadmin',
];

/** Who is warned of a low balance: team, enterprise and admin roles always, Pro people while they have money. */
export function isWarnedOfLowBalance(roles: readonly Role[], funds: Funds): boolean {
  if (roles.some((role) => ALWAYS_WARNED.includes(role))) return true;
  return roles.includes('paiduser') && hasFunds(funds);
}

/** Accounts for trying the product out: an admin makes them and gives them credit; they cannot pay by card. */
export const isTestDrive = (email: string): boolean => email.trim().toLowerCase().startsWith('testdrive');
export const canTopUp = (person: { email: string }): boolean => !isTestDrive(person.email);

/** Who is shown the way to top up: everyone who can, once what they can spend is at the level that they chose or gone. */
export const isOfferedTopUp = (
  person: { email: string },
  { availableMicroUsd }: { readonly availableMicroUsd: bigint },
  warnCents: number,
): boolean => canTopUp(person) && wholeCents(availableMicroUsd) <= warnCents;
