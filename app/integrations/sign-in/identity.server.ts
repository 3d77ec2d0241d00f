import { EMAIL_PATTERN, normalizeEmail } from '~/core/shared/email';
import * as z from 'zod';
import { SignInFailure } from './failure';

/** Who a provider says somebody is. */
export interface ExternalIdentity {
  /** Who vouches for it: an OpenID issuer, or `proxy`. Together with `subject` it identifies the user. */
  issuer: string;
  /** The issuer's id of the user. Unlike the address, it never changes. */
  subject: string;
  email: string;
  isEmailVerified: boolean;
  firstName: string;
  lastName: string;
  groups: readonly string[];
  /** When the user last logged in there, if the provider reports it. */
  loggedInAtMs: number | null;
}

export type Claims = Readonly<Record<string, unknown>>;

export interface ClaimSettings {
  issuer: string;
  /** Path of the claim that lists groups, such as `groups` or `realm_access.roles`. */
  groupsClaim?: string | undefined;
  /** An address without `email_verified` counts as verified. One that is said not to be verified never does. */
  trustsEmail?: boolean | undefined;
}

const NAME_MAX_LENGTH = 100;
const GROUPS_MAX = 1000;

const claimsSchema = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().max(254).optional(),
  email_verified: z.union([z.boolean(), z.stringbool()]).optional(),
  given_name: z.string().optional(),
  family_name: z.string().optional(),
  name: z.string().optional(),
  auth_time: z.number().optional(),
});

/** @throws SignInFailure if the claims have another shape or no address */
export function readIdentity(
  raw: Claims,
  { issuer, groupsClaim, trustsEmail = false }: ClaimSettings,
): ExternalIdentity {
  const read = claimsSchema.safeParse(raw);
  if (!read.success) throw new SignInFailure('user_info_failed', read.error);
  const { sub, email, email_verified: isVerified, auth_time: loggedInAt, ...names } = read.data;
  return {
    issuer,
    subject: sub,
    email: readEmail(email),
    isEmailVerified: isVerified ?? trustsEmail,
    ...namesOf(names),
    groups: groupsClaim === undefined ? [] : readGroups(raw, groupsClaim),
    loggedInAtMs: loggedInAt === undefined ? null : loggedInAt * 1000,
  };
}

export function readEmail(text: string | undefined): string {
  const address = z
    .email({ pattern: EMAIL_PATTERN })
    .safeParse(text === undefined ? text : normalizeEmail(text));
  if (!address.success) throw new SignInFailure('no_email', address.error);
  return address.data;
}

/** Some providers send only a full name. */
function namesOf(claims: {
  given_name?: string | undefined;
  family_name?: string | undefined;
  name?: string | undefined;
}) {
  const { given_name: firstName, family_name: lastName, name } = claims;
  if (firstName !== undefined || lastName !== undefined)
    return { firstName: cleanName(firstName), lastName: cleanName(lastName) };
  return splitName(name);
}

/** The last word is the last name. */
export function splitName(name = ''): { firstName: string; lastName: string } {
  const words = cleanName(name).split(' ');
  const lastName = words.length > 1 ? (words.pop() ?? '') : '';
  return { firstName: words.join(' '), lastName };
}

const cleanName = (name = ''): string =>
  Array.from(name.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim())
    .slice(0, NAME_MAX_LENGTH)
    .join('');

/** One group as a text, or a list of texts; anything else is none. */
function readGroups(claims: Claims, path: string): string[] {
  const value = path.split('.').reduce<unknown>((at, key) => ownValue(at, key), claims);
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((group) => typeof group === 'string').slice(0, GROUPS_MAX);
}

const ownValue = (at: unknown, key: string): unknown =>
  typeof at === 'object' && at !== null && Object.hasOwn(at, key) ? Reflect.get(at, key) : undefined;
