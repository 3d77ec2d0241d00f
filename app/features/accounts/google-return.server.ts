import { hashSecret } from '~/core/server/session.server';
import { useUpToken } from './account-tokens.server';
import type { Accounts, Visitor } from './deps.server';
import { findPerson } from './find-person.server';
import { googleErrorMessage, type Screen } from './google-errors';
import { startSession, type SignedIn } from './start-session.server';

export type GoogleReturn =
  | { kind: 'nothing' }
  | { kind: 'failed'; message: string }
  | { kind: 'signed-in'; signedIn: SignedIn; endJourney: string };

/** What the address of the login or register screen says after the way through Google. */
export async function readGoogleReturn(
  deps: Accounts,
  request: Request,
  screen: Screen,
  visitor: Visitor,
): Promise<GoogleReturn> {
  const query = new URL(request.url).searchParams;
  const error = query.get('error');
  if (error !== null) return { kind: 'failed', message: googleErrorMessage(error, screen) };
  const code = query.get('google_token');
  if (code === null) return { kind: 'nothing' };
  const redeemed = query.get('success') === 'true' ? await redeem(deps, request, code, visitor) : undefined;
  return redeemed
    ? { kind: 'signed-in', ...redeemed }
    : { kind: 'failed', message: googleErrorMessage('code_refused', screen) };
}

/**
 * Redeems the code: once, within a minute, in the browser that set out. A link with somebody else's code signs
 * nobody in.
 */
async function redeem(deps: Accounts, request: Request, code: string, visitor: Visitor) {
  if (!deps.google || code === '' || code.length > 200) return undefined;
  const { codeHash } = await deps.google.journeyOf(request);
  if (codeHash !== hashSecret(code)) return undefined;
  const row = await deps.prisma.accountToken.findUnique({ where: { tokenHash: codeHash } });
  if (!row) return undefined;
  const token = { userId: row.userId, purpose: 'google-sign-in', secret: code } as const;
  const person = (await useUpToken(deps, token)) ? await findPerson(deps, { id: row.userId }) : undefined;
  if (!person) return undefined;
  return {
    signedIn: await startSession(deps, { person, kind: 'cookie', remember: false, visitor }),
    endJourney: await deps.google.endJourney(),
  };
}
