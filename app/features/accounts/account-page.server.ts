import path from 'node:path';
import type { z } from 'zod';
import { ownMicroUsd, ROLE_LABELS, userTypeOf } from '~/core/shared/permissions';
import type { Actor } from '~/core/server/session.server';
import { listModelChoices } from '~/features/completions/index.server';
import type { AccountsDeps } from './deps.server';
import { formatUserBalance } from '~/ui/format-money';
import type { Deletion } from './components/delete-account';
import { describeSession, listSessions } from './user-sessions.server';
import type { accountQuery } from './schema';
import { settingTexts } from './account-settings';
import { deletionBlocker } from './personal-data.server';
import { readOwnerProof } from './recent-proof.server';
import { readSecurity } from './security.server';
import { messageFor } from './provider-failures.server';
import { labelOf } from './provider-return.server';
import { readSignInMethods } from './sign-in-methods.server';
import { findUser } from './users.server';

/** Data of the delete-account dialog. */
export async function readDeletion(services: AccountsDeps, actor: Actor): Promise<Deletion> {
  const [user, balance, refusal, proof] = await Promise.all([
    findUser(services, { id: actor.userId }),
    services.ledger.balance(actor.userId),
    deletionBlocker(services, actor),
    readOwnerProof(services, actor),
  ]);
  const { availableMicroUsd } = balance;
  const own = ownMicroUsd(balance);
  return {
    hasPassword: typeof user?.passwordHash === 'string',
    proof,
    balanceText: own > 0n ? formatUserBalance({ availableMicroUsd, ownMicroUsd: own }) : null,
    refusal: refusal ?? null,
  };
}

export async function readAccountPage(
  services: AccountsDeps,
  actor: Actor,
  { proof, error, provider, linked }: z.output<typeof accountQuery>,
) {
  const [deletion, preferences, isTimezoneChosen, sessions, balance, security] = await Promise.all([
    readDeletion(services, actor),
    services.preferences.read(actor.userId),
    services.preferences.isChosen(actor.userId, 'PreferredTimezone'),
    listSessions(services, actor),
    services.ledger.balance(actor.userId),
    readSecurity(services, actor),
  ]);
  const settings = settingTexts(actor, preferences, isTimezoneChosen);
  const timeZone = preferences.PreferredTimezone;
  const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone });
  const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone });
  return {
    profile: {
      email: actor.email,
      userType: userTypeOf(actor.roles, balance),
      roles: actor.roles.map((role) => ROLE_LABELS[role]).join(', '),
      memberSince: day.format(new Date(actor.registrationDate)),
    },
    settings,
    models: await listModelChoices(services, settings.DefaultModel),
    sessions: sessions.map((session) => describeSession(session, (iso) => moment.format(new Date(iso)))),
    security,
    timeZone,
    deletion,
    signInMethods: await readSignInMethods(services, actor),
    linkedMessage: linked === undefined ? null : `You can now log in with ${labelOf(services, linked)}.`,
    proofToken: proof ?? null,
    failure:
      error === undefined
        ? null
        : messageFor(error, { screen: 'account', label: labelOf(services, provider ?? null) }),
    mailDirectory:
      services.env.SMTP_URL === undefined && actor.roles.includes('admin')
        ? path.resolve(services.env.DATA_DIR, 'mail')
        : null,
  };
}
