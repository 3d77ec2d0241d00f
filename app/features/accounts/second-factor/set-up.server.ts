import type { Actor } from '~/core/server/session.server';
import { DomainError } from '~/core/shared/errors';
import type { Message } from '~/core/shared/message';
import type { AccountsDeps } from '../deps.server';
import { isRecentlyProven, requireRecentProof } from '../recent-proof.server';
import { requestMail } from '../request-mails.server';
import type { AuthenticatorSetup, CurrentPasswordInput, RecoveryCodes, SecondFactorStatus } from '../schema';
import {
  describeSetup,
  newAuthenticatorSecret,
  sealAuthenticatorSecret,
  stepOfCode,
  unsealAuthenticatorSecret,
} from './authenticator.server';

import { countRecoveryCodes, replaceRecoveryCodes, withoutSeparators } from './recovery-codes.server';
import { forgetRememberedBrowsers } from './remembered-browsers.server';

export async function readSecondFactor(
  services: Pick<AccountsDeps, 'prisma'>,
  actor: Actor,
): Promise<SecondFactorStatus> {
  const { userId } = actor;
  const row = await services.prisma.authenticator.findUnique({ where: { userId } });
  const enabledAt = row?.enabledAt?.toISOString() ?? null;
  return {
    isOn: enabledAt !== null,
    enabledAt,
    recoveryCodesLeft: await countRecoveryCodes(services, userId),
    isRequired: actor.mustSetUpSecondFactor === true,
  };
}

/** Begins the set-up with a new secret. It needs proof: a stolen session could lock the owner out. */
export async function startSecondFactor(
  services: AccountsDeps,
  actor: Actor,
  { currentPassword }: CurrentPasswordInput,
): Promise<AuthenticatorSetup> {
  const { prisma, clock, factorKey } = services;
  const { userId, email } = actor;
  await requireRecentProof(services, actor, { password: currentPassword, field: 'currentPassword' });
  const secret = newAuthenticatorSecret();
  const sealedSecret = sealAuthenticatorSecret(factorKey, userId, secret);
  const createdAt = new Date(clock());
  await prisma.$transaction(async (transaction) => {
    const row = await transaction.authenticator.findUnique({ where: { userId } });
    if (row?.enabledAt) throw alreadyOn();
    await transaction.authenticator.upsert({
      where: { userId },
      create: { userId, sealedSecret, createdAt },
      update: { sealedSecret, createdAt, lastStep: 0 },
    });
  });
  return describeSetup(secret, email);
}

/** The set-up under way, for the page. Only a session with a recent proof sees the secret. */
export async function readSetup(
  services: AccountsDeps,
  actor: Actor,
): Promise<AuthenticatorSetup | undefined> {
  const { userId, email } = actor;
  const row = await services.prisma.authenticator.findUnique({ where: { userId } });
  if (!row || row.enabledAt || !(await isRecentlyProven(services, actor))) return undefined;
  const secret = unsealAuthenticatorSecret(services.factorKey, userId, row.sealedSecret);
  return secret === undefined ? undefined : describeSetup(secret, email);
}

/**
 * Turns the authenticator on with its first code, and returns the recovery codes.
 * @throws DomainError `second_factor_on`, `no_setup`, `wrong_code`
 */
export async function enableSecondFactor(
  services: AccountsDeps,
  actor: Actor,
  { code }: { code: string },
): Promise<RecoveryCodes> {
  const { prisma, clock, sessions } = services;
  const { userId } = actor;
  await requireRecentProof(services, actor, { password: undefined, field: 'currentPassword' });
  const recoveryCodes = await prisma.$transaction(async (transaction) => {
    const row = await transaction.authenticator.findUnique({ where: { userId } });
    if (row?.enabledAt) throw alreadyOn();
    const secret = row && unsealAuthenticatorSecret(services.factorKey, userId, row.sealedSecret);
    if (!secret) throw noSetup();
    const step = stepOfCode(secret, withoutSeparators(code), { nowMs: clock(), lastStep: row.lastStep });
    if (step === undefined) throw wrongSetupCode();
    await transaction.authenticator.update({
      where: { userId },
      data: { enabledAt: new Date(clock()), lastStep: step },
    });
    return replaceRecoveryCodes({ prisma: transaction }, userId);
  });
  sessions.forget(userId); // they may no longer be restricted to the set-up
  tell(services, userId, 'second-factor-on');
  return { recoveryCodes };
}

/** Makes ten new recovery codes; the old ones stop working. */
export async function renewRecoveryCodes(
  services: AccountsDeps,
  actor: Actor,
  { currentPassword }: CurrentPasswordInput,
): Promise<RecoveryCodes> {
  const { userId } = actor;
  await requireRecentProof(services, actor, { password: currentPassword, field: 'currentPassword' });
  const recoveryCodes = await services.prisma.$transaction(async (transaction) => {
    const row = await transaction.authenticator.findUnique({ where: { userId } });
    if (!row?.enabledAt) throw notOn();
    return replaceRecoveryCodes({ prisma: transaction }, userId);
  });
  return { recoveryCodes };
}

export async function disableSecondFactor(
  services: AccountsDeps,
  actor: Actor,
  { currentPassword }: CurrentPasswordInput,
): Promise<Message> {
  const { userId } = actor;
  await requireRecentProof(services, actor, { password: currentPassword, field: 'currentPassword' });
  await services.prisma.$transaction(async (transaction) => {
    if (!(await removeSecondFactor(transaction, userId))) throw notOn();
  });
  services.sessions.forget(userId);
  tell(services, userId, 'second-factor-off');
  return { message: 'Your authenticator is off. Logging in takes only your password now.' };
}

type Transaction = Parameters<Parameters<AccountsDeps['prisma']['$transaction']>[0]>[0];

/** Removes the authenticator, its recovery codes and the remembered browsers; false if there is none. */
export async function removeSecondFactor(prisma: Transaction, userId: string): Promise<boolean> {
  const { count } = await prisma.authenticator.deleteMany({
    where: { userId, enabledAt: { not: null } },
  });
  await prisma.recoveryCode.deleteMany({ where: { userId } });
  await forgetRememberedBrowsers({ prisma }, userId);
  // A login that waits for a code can no longer be finished: it starts over with the password.
  await prisma.accountToken.deleteMany({ where: { userId, purpose: 'second-factor' } });
  return count === 1;
}

const tell = (services: AccountsDeps, userId: string, kind: 'second-factor-on' | 'second-factor-off'): void =>
  services.background.run(`${kind} mail`, () => requestMail(services, userId, { kind }));

const alreadyOn = (): DomainError =>
  new DomainError('conflict', 'Your authenticator is on already. Turn it off first to set up another.', {
    code: 'second_factor_on',
  });

const notOn = (): DomainError =>
  new DomainError('conflict', 'You have no authenticator set up.', { code: 'second_factor_off' });

const noSetup = (): DomainError =>
  new DomainError('conflict', 'Start the set-up again.', { code: 'no_setup' });

const wrongSetupCode = (): DomainError =>
  new DomainError('invalid', 'That code didn’t work. Enter the newest code your app shows.', {
    code: 'wrong_code',
    field: 'code',
  });
