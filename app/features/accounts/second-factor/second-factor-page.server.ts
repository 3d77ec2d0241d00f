import type { z } from 'zod';
import type { Actor } from '~/core/server/session.server';
import type { AccountsDeps } from '../deps.server';
import { messageFor } from '../provider-failures.server';
import { labelOf } from '../provider-return.server';
import { isRecentlyProven, linkedProviders, proofMethodsOf } from '../recent-proof.server';
import type { accountQuery } from '../schema';
import { findUser, sessionEnded } from '../users.server';
import { drawQrCode } from './authenticator.server';
import { readSecondFactor, readSetup } from './set-up.server';

/** Data of the page that sets an authenticator up, and turns it off. */
export async function readSecondFactorPage(
  services: AccountsDeps,
  actor: Actor,
  { proof: proofToken, error, provider }: z.output<typeof accountQuery>,
) {
  const [user, isRecent, status, setup, { PreferredTimezone: timeZone }] = await Promise.all([
    findUser(services, { id: actor.userId }),
    isRecentlyProven(services, actor),
    readSecondFactor(services, actor),
    readSetup(services, actor),
    services.preferences.read(actor.userId),
  ]);
  if (!user) throw sessionEnded();
  return {
    email: actor.email,
    status,
    timeZone,
    setup: setup ? { ...setup, qrCode: drawQrCode(setup.uri) } : null,
    proof: { ways: proofMethodsOf(services, user), providers: linkedProviders(services, user), isRecent },
    proofToken: proofToken ?? null,
    failure:
      error === undefined
        ? null
        : messageFor(error, { screen: 'account', label: labelOf(services, provider ?? null) }),
  };
}
