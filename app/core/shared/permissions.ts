import { wholeCents } from './money';

/** Every role a user can have. Names are case-insensitive. */
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

/** Which roles grant which permission. The server checks it; pages use the same table only to hide things. */
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

const OTHER_DENIALS: Readonly<Partial<Record<Permission, string>>> = {
  'policies:read': 'Admins only',
  'baiql:use': 'Pro or Admin users only',
};

/** The message for users without the permission. */
export const denialOf = (permission: Permission): string =>
  OTHER_DENIALS[permission] ?? 'Access denied: Admins only';

interface WithRoles {
  readonly roles: readonly Role[];
}

export function may(user: WithRoles, permission: Permission): boolean {
  const allowed: readonly Role[] = ROLES_THAT_MAY[permission];
  return user.roles.some((role) => allowed.includes(role));
}

export const rolesThatMay = (permission: Permission): readonly Role[] => ROLES_THAT_MAY[permission];

/** Parses a role's name, in any case; undefined if there is no such role. */
export function parseRole(name: string): Role | undefined {
  const wanted = name.trim().toLowerCase();
  return ROLES.find((role) => role === wanted);
}

export function parseRoles(names: readonly string[]): Role[] {
  return ROLES.filter((role) => names.some((name) => parseRole(name) === role));
}

export type Plan = 'free' | 'pro';

export interface Funds {
  readonly postedMicroUsd: bigint;
  readonly debtMicroUsd: bigint;
}

/**
 * The money a user owns: zero while they're in debt, and otherwise including holds of calls in progress, most of which
 * is released again. The plan, warnings, emails and the end of a chat go by it; going by the ledger's
 * `availableMicroUsd`, they would flip back and forth during a run. Screens show `availableMicroUsd` as the balance.
 */
export const ownMicroUsd = ({ postedMicroUsd, debtMicroUsd }: Funds): bigint =>
  debtMicroUsd > 0n ? 0n : postedMicroUsd;

/** Whether a user has money of their own. */
const hasFunds = (funds: Funds): boolean => ownMicroUsd(funds) > 0n;

/** Whether free models cost nothing, within the daily allowance: for every user without money, also in teams and for admins. */
export const sendsFree = (roles: readonly Role[], funds: Funds): boolean =>
  roles.length === 0 || !hasFunds(funds);

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

/** At or below the level that the user chose, compared in whole cents, as both are displayed. */
const isLow = (funds: Funds, warnCents: number): boolean => wholeCents(ownMicroUsd(funds)) <= warnCents;

/** Who is warned of a low balance: team, enterprise and admin roles always, Pro users while they have money. */
export function isWarnedOfLowBalance(roles: readonly Role[], funds: Funds, warnCents: number): boolean {
  if (!isLow(funds, warnCents)) return false;
  if (roles.some((role) => ALWAYS_WARNED.includes(role))) return true;
  return roles.includes('paiduser') && hasFunds(funds);
}

/** Test-drive accounts: created and credited by an admin; they can't pay by card. */
export const isTestDrive = (email: string): boolean => email.trim().toLowerCase().startsWith('testdrive');
export const canTopUp = (user: { email: string }): boolean => !isTestDrive(user.email);

/** Who is offered a top-up: everyone who can pay by card, once their balance is low. */
export const isOfferedTopUp = (user: { email: string }, funds: Funds, warnCents: number): boolean =>
  canTopUp(user) && isLow(funds, warnCents);
