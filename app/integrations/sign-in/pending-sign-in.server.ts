import { createCookie } from '@remix-run/node';
import * as z from 'zod';

/** The purpose of a round trip to a provider, and the page it returns to. */
export const pendingSignInSchema = z.object({
  /** The page it started from. */
  from: z.enum(['login', 'register', 'account', 'invite']).catch('login'),
  returnTo: z.string().default(''),
  /** On the account page: prove that it is the owner, or link the provider to the account. */
  purpose: z.enum(['sign-in', 'prove', 'link']).catch('sign-in'),
  /** The session whose user proves or links. */
  sessionId: z.string().optional(),
  /** An invitation that a new account uses. */
  invitation: z.string().optional(),
  /** Asks for a new login if the last one is older. */
  maxAgeSeconds: z.coerce.number().optional(),
});
export type PendingSignIn = z.output<typeof pendingSignInSchema>;

/** Kept in a signed cookie, so that it can't be transferred to another browser or provider. */
const cookieSchema = pendingSignInSchema.extend({
  provider: z.string(),
  state: z.string().optional(),
  nonce: z.string().optional(),
  pkceCodeVerifier: z.string().optional(),
  /** Hash of the code that lets this browser finish. */
  codeHash: z.string().optional(),
});
export type SignInCookie = z.output<typeof cookieSchema>;

const STATE_SECONDS = 10 * 60;

/** The cookie of the sign-in that a browser has started. */
export interface PendingSignIns {
  read(request: Request): Promise<SignInCookie | undefined>;
  /** A Set-Cookie header. */
  write(pending: SignInCookie, seconds?: number): Promise<string>;
  clear(): Promise<string>;
}

/** `siteUrl` is our public address. `secret` signs the cookie. */
export function createPendingSignIns({
  siteUrl,
  secret,
}: {
  siteUrl: () => string;
  secret: string;
}): PendingSignIns {
  const cookie = () => {
    const secure = siteUrl().startsWith('https:');
    return createCookie(secure ? '__Host-promptwell_sign_in' : 'promptwell_sign_in', {
      httpOnly: true,
      sameSite: 'lax',
      path: '/',
      secure,
      secrets: [secret],
      maxAge: STATE_SECONDS,
    });
  };
  return {
    read: async (request) => cookieSchema.safeParse(await cookie().parse(request.headers.get('Cookie'))).data,
    write: (pending, maxAge = STATE_SECONDS) => cookie().serialize(pending, { maxAge }),
    clear: () => cookie().serialize('', { maxAge: 0 }),
  };
}

/** The request that makes a strategy redirect to its provider; it carries what the round trip is for. */
export function startRequest(siteUrl: string, pending: PendingSignIn): Request {
  const url = new URL(START_PATH, siteUrl);
  for (const [name, value] of Object.entries<string | number | undefined>(pending))
    if (value !== undefined) url.searchParams.set(name, String(value));
  return new Request(url);
}
const START_PATH = '/start';

/** The round trip that a request starts; undefined if it is a provider's callback. */
export function readStart({ url }: Request): PendingSignIn | undefined {
  const { pathname, searchParams } = new URL(url);
  return pathname === START_PATH ? pendingSignInSchema.parse(Object.fromEntries(searchParams)) : undefined;
}
