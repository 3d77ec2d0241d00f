import { randomBytes, randomUUID } from 'node:crypto';
import { MICRO_USD_PER_CENT } from '~/core/shared/money';
import { z } from '~/core/shared/zod';
import type { Actor } from '~/core/server/session.server';
import type { AccountsDeps } from './deps.server';
import type { MadeTestDrives, MakeTestDrivesInput, TestDrive } from './schema';

type Deps = Pick<AccountsDeps, 'clock' | 'prisma' | 'passwords' | 'ledger'>;

const AUDIT_ACTION = 'account.test-drive';
const RENEWED = 'account.test-drive-password';
const detailSchema = z.object({ number: z.number(), creditCents: z.number() });

/** Creates numbered test-drive accounts with starting credit. */
export async function makeTestDrives(
  services: Deps,
  actor: Actor,
  { first, count, domain, creditCents, renewUnused }: MakeTestDrivesInput,
): Promise<MadeTestDrives> {
  const result: MadeTestDrives = { made: [], skipped: [] };
  for (let number = first; number < first + count; number += 1) {
    const email = `testdrive${String(number)}@${domain}`;
    const known = await services.prisma.user.findUnique({ where: { email }, select: { id: true } });
    if (known) {
      await finishCredit(services, known.id);
      const renewed = renewUnused && (await renewPassword(services, actor, { id: known.id, email, number }));
      if (renewed) result.made.push(renewed);
      else result.skipped.push(email);
    } else result.made.push(await makeOne(services, actor, { email, number, creditCents }));
  }
  return result;
}

async function makeOne(
  services: Deps,
  actor: Actor,
  { email, number, creditCents }: { email: string; number: number; creditCents: number },
): Promise<TestDrive> {
  const { prisma, passwords, clock } = services;
  const userId = randomUUID();
  const password = newPassword(number);
  const passwordHash = await passwords.hash(password);
  const now = new Date(clock());
  await prisma.$transaction([
    prisma.user.create({
      data: {
        id: userId,
        email,
        firstName: 'Test drive',
        lastName: String(number),
        passwordHash,
        passwordChangedAt: now,
        emailConfirmedAt: now,
        createdAt: now,
        ...(creditCents > 0 ? { roles: { create: { role: 'paiduser' } } } : {}),
      },
    }),
    prisma.auditEvent.create({
      data: {
        at: now,
        actorId: actor.userId,
        action: AUDIT_ACTION,
        subject: userId,
        detail: JSON.stringify({ number, creditCents } satisfies z.input<typeof detailSchema>),
      },
    }),
  ]);
  await finishCredit(services, userId);
  return { userId, email, password };
}

const newPassword = (number: number): string => `Td${String(number)}-${randomBytes(9).toString('base64url')}`;

/** Sets a new password, for when the response with it was lost. Only for accounts that have never logged in. */
async function renewPassword(
  { prisma, passwords, clock }: Pick<AccountsDeps, 'clock' | 'prisma' | 'passwords'>,
  actor: Actor,
  { id, email, number }: { id: string; email: string; number: number },
): Promise<TestDrive | undefined> {
  const password = newPassword(number);
  const passwordHash = await passwords.hash(password);
  const at = new Date(clock());
  return prisma.$transaction(async (tx) => {
    if ((await tx.auditEvent.count({ where: { subject: id, action: AUDIT_ACTION } })) === 0) return undefined;
    const { count } = await tx.user.updateMany({
      where: { id, lastLoginAt: null, deletedAt: null, suspendedAt: null },
      data: { passwordHash, passwordChangedAt: at },
    });
    if (count === 0) return undefined;
    const event = { at, actorId: actor.userId, action: RENEWED, subject: id, detail: '{}' };
    await tx.auditEvent.create({ data: event });
    return { userId: id, email, password };
  });
}

/** The ledger uses its own transaction; after a crash in between, requesting the series again completes it. */
async function finishCredit(
  { prisma, ledger }: Pick<AccountsDeps, 'prisma' | 'ledger'>,
  userId: string,
): Promise<void> {
  const event = await prisma.auditEvent.findFirst({ where: { subject: userId, action: AUDIT_ACTION } });
  if (!event) return;
  const { creditCents } = detailSchema.parse(JSON.parse(event.detail));
  if (creditCents === 0) return;
  await ledger.credit({
    userId,
    amountMicroUsd: BigInt(creditCents) * MICRO_USD_PER_CENT,
    source: 'grant',
    key: `test-drive:${userId}`,
    note: 'Test-drive credit',
    ...(event.actorId === null ? {} : { actorId: event.actorId }),
  });
}
