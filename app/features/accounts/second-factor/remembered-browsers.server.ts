import type { PrismaClient } from '~/core/db/app-database';
import {
  cookieName,
  hashSecret,
  isSecure,
  newSecret,
  REMEMBERED_BROWSER_COOKIE,
  writeCookie,
  type Client,
} from '~/core/server/session.server';
import { DAY_MS, SECOND_MS, type Clock } from '~/core/shared/clock';
import type { AccountsDeps } from '../deps.server';

const REMEMBERED_MS = 30 * DAY_MS;

interface Store {
  prisma: Pick<PrismaClient, 'rememberedBrowser'>;
  clock: Clock;
}

/** Remembers a browser for 30 days: logins of this user in it aren't asked for a code. Returns the cookie's value. */
export async function rememberBrowser({ prisma, clock }: Store, userId: string): Promise<string> {
  const token = newSecret();
  const nowMs = clock();
  await prisma.rememberedBrowser.create({
    data: {
      tokenHash: hashSecret(token),
      userId,
      createdAt: new Date(nowMs),
      expiresAt: new Date(nowMs + REMEMBERED_MS),
    },
  });
  return token;
}

export async function isRememberedBrowser(
  { prisma, clock }: Store,
  { rememberedBrowser: token }: Client,
  userId: string,
): Promise<boolean> {
  if (token === undefined) return false;
  const where = { tokenHash: hashSecret(token), userId, expiresAt: { gt: new Date(clock()) } };
  return (await prisma.rememberedBrowser.count({ where })) === 1;
}

/** Call when the password changes, the factor ends, or the user logs out everywhere. */
export async function forgetRememberedBrowsers(
  { prisma }: Pick<Store, 'prisma'>,
  userId: string,
): Promise<void> {
  await prisma.rememberedBrowser.deleteMany({ where: { userId } });
}

export async function sweepRememberedBrowsers({ prisma, clock }: Store): Promise<void> {
  await prisma.rememberedBrowser.deleteMany({ where: { expiresAt: { lte: new Date(clock()) } } });
}

export function rememberedBrowserCookie(
  { env }: Pick<AccountsDeps, 'env'>,
  request: Request,
  token: string,
): string {
  const secure = isSecure(request, env.APP_URL);
  return writeCookie(cookieName(secure, REMEMBERED_BROWSER_COOKIE), token, {
    secure,
    maxAgeSeconds: REMEMBERED_MS / SECOND_MS,
  });
}
