import {
  cookieName,
  hashSecret,
  isSecure,
  newSecret,
  readCookie,
  writeCookie,
} from '~/core/server/session.server';
import { MINUTE_MS, SECOND_MS } from '~/core/shared/clock';
import type { AccountsDeps } from '../deps.server';

const COOKIE = 'promptwell_passkey';
const LIFETIME_MS = 5 * MINUTE_MS;

type Deps = Pick<AccountsDeps, 'prisma' | 'clock' | 'env'>;

interface Ceremony {
  purpose: 'sign-in' | 'register' | 'prove';
  /** The session that it is for; none for `sign-in`. */
  sessionId: string | null;
}

/** Keeps a challenge for this browser. Returns the cookie to send with it. */
export async function keepChallenge(
  { prisma, clock, env }: Deps,
  request: Request,
  { purpose, sessionId, challenge }: Ceremony & { challenge: string },
): Promise<string> {
  const token = newSecret();
  await prisma.passkeyChallenge.create({
    data: {
      tokenHash: hashSecret(token),
      purpose,
      sessionId,
      challenge,
      expiresAt: new Date(clock() + LIFETIME_MS),
    },
  });
  const secure = isSecure(request, env.APP_URL);
  return writeCookie(cookieName(secure, COOKIE), token, { secure, maxAgeSeconds: LIFETIME_MS / SECOND_MS });
}

/** The challenge of this browser: once, within five minutes, and only for what it was made for. */
export async function consumeChallenge(
  { prisma, clock, env }: Deps,
  request: Request,
  { purpose, sessionId }: Ceremony,
): Promise<string | undefined> {
  const token = readCookie(request, cookieName(isSecure(request, env.APP_URL), COOKIE));
  if (token === undefined) return undefined;
  const tokenHash = hashSecret(token);
  const row = await prisma.passkeyChallenge.findUnique({ where: { tokenHash } });
  const { count } = await prisma.passkeyChallenge.deleteMany({ where: { tokenHash } });
  if (!row || count !== 1 || row.expiresAt.getTime() <= clock()) return undefined;
  return row.purpose === purpose && row.sessionId === sessionId ? row.challenge : undefined;
}

export async function sweepPasskeyChallenges({
  prisma,
  clock,
}: Pick<Deps, 'prisma' | 'clock'>): Promise<void> {
  await prisma.passkeyChallenge.deleteMany({ where: { expiresAt: { lte: new Date(clock()) } } });
}
