import { hashSecret, type Client } from '~/core/server/session.server';
import type { AccountsDeps } from './deps.server';
import { consumeToken } from './account-tokens.server';
import { startSession, type SignedIn } from './browser-session.server';
import { findPendingLink, type PendingLink } from './link-provider.server';
import { messageFor } from './provider-failures.server';
import type { Screen } from './schema';
import { findUser } from './users.server';

type Deps = Pick<
  AccountsDeps,
  'clock' | 'prisma' | 'sessions' | 'signInProviders' | 'pendingSignIns' | 'knownBrowsers'
>;

type ProviderReturn =
  | { kind: 'nothing' }
  | { kind: 'failed'; message: string }
  | { kind: 'signed-in'; signedIn: SignedIn; clearPending: string }
  | { kind: 'asks-password'; link: PendingLink };

/** Interprets the query that the login or register screen gets after a provider. */
export async function readProviderReturn(
  services: Deps,
  client: Client,
  { request, screen }: { request: Request; screen: Screen },
): Promise<ProviderReturn> {
  const query = new URL(request.url).searchParams;
  const failed = (error: string) => ({
    kind: 'failed' as const,
    message: messageFor(error, { screen, label: labelOf(services, query.get('provider')) }),
  });
  const error = query.get('error');
  if (error !== null) return failed(error);
  const code = query.get('google_token');
  if (code === null) return { kind: 'nothing' };
  const isBack = query.get('success') === 'true' && code !== '' && code.length <= 200;
  const link = isBack ? await findPendingLink(services, request, code) : undefined;
  if (link) {
    const { user, provider } = link;
    return { kind: 'asks-password', link: { email: user.email, provider: provider.label, token: code } };
  }
  const redeemed = isBack ? await redeem(services, client, { request, code }) : undefined;
  return redeemed ? { kind: 'signed-in', ...redeemed } : failed('code_refused');
}

/** The label of a provider named in a query; Google's address names none. */
export function labelOf(
  { signInProviders }: Pick<AccountsDeps, 'signInProviders'>,
  name: string | null,
): string {
  const provider = signInProviders.find((each) => each.name === (name ?? 'google'));
  return provider?.label ?? (name === null ? 'Google' : 'the provider');
}

/**
 * Redeems the code: once, within a minute, and only in the browser that started the flow. A link with someone else's
 * code therefore has no effect.
 */
async function redeem(services: Deps, client: Client, { request, code }: { request: Request; code: string }) {
  const { pendingSignIns, prisma } = services;
  const pending = await pendingSignIns.read(request);
  if (pending?.codeHash !== hashSecret(code)) return undefined;
  const row = await prisma.accountToken.findUnique({ where: { tokenHash: pending.codeHash } });
  if (!row) return undefined;
  const token = { userId: row.userId, purpose: 'provider-sign-in', secret: code } as const;
  const user = (await consumeToken(services, token))
    ? await findUser(services, { id: row.userId })
    : undefined;
  if (!user) return undefined;
  return {
    signedIn: await startSession(services, client, {
      user,
      kind: 'cookie',
      method: `provider:${pending.provider}`,
    }),
    clearPending: await pendingSignIns.clear(),
  };
}
