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

const OTHER_DENIALS: Readonly<Partial<Record<Permission, string>>> = {
  'policies:read': 'Admins only',
  'baiql:use': 'Pro or Admin users only',
};

/** What people without a permission are told. */
export const denialOf = (permission: Permission): string =>
  OTHER_DENIALS[permission] ?? 'Access denied: Admins only';

interface WithRoles {
  readonly roles: readonly Role[];
}

export function may(person: WithRoles, permission: Permission): boolean {
  const allowed: readonly Role[] = ROLES_THAT_MAY[permission];
  return person.roles.some((role) => allowed.includes(role));
}

export const rolesThatMay = (permission: Permission): readonly Role[] => ROLES_THAT_MAY[permission];

/** Reads a role's name in any case; undefined when there is no such role. */
function parseRole(name: string): Role | undefined {
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
 * What is somebody's own: nothing while they owe something, and otherwise also what calls under way hold, most of which
 * comes back. Plan, warnings, mails and the end of a chat go by it: by what can be spent just now, the ledger's
 * `availableMicroUsd`, they would come and go in the middle of a run. A screen's balance is what can be spent.
 */
export const ownMicroUsd = ({ postedMicroUsd, debtMicroUsd }: Funds): bigint =>
  debtMicroUsd > 0n ? 0n : postedMicroUsd;

/** Whether somebody pays with money of their own. */
const hasFunds = (funds: Funds): boolean => ownMicroUsd(funds) > 0n;

/** Whether the free models cost nothing, within the day’s allowance: without money of one's own, teams and administrators included. */
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

/** At the level that somebody chose, or gone; in whole cents, as both are written. */
const isLow = (funds: Funds, warnCents: number): boolean => wholeCents(ownMicroUsd(funds)) <= warnCents;

/** Who is warned of a low balance: team, enterprise and admin roles always, Pro people while they have money. */
export function isWarnedOfLowBalance(roles: readonly Role[], funds: Funds, warnCents: number): boolean {
  if (!isLow(funds, warnCents)) return false;
  if (roles.some((role) => ALWAYS_WARNED.includes(role))) return true;
  return roles.includes('paiduser') && hasFunds(funds);
}

/** Accounts for trying the product out: an admin makes them and gives them credit; they cannot pay by card. */
export const isTestDrive = (email: string): boolean => email.trim().toLowerCase().startsWith('testdrive');
export const canTopUp = (person: { email: string }): boolean => !isTestDrive(person.email);

/** Who is shown the way to top up: everyone who can, once their balance is low. */
export const isOfferedTopUp = (person: { email: string }, funds: Funds, warnCents: number): boolean =>
  canTopUp(person) && isLow(funds, warnCents);
