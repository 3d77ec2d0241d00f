import { randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { MICRO_USD_PER_CENT } from '~/core/shared/money';
import type { Actor } from '~/core/server/session.server';
import type { Accounts } from './deps.server';
import { parseInput } from './parse-input.server';

const testDriveSchema = z.strictObject({
  /** The accounts are testdrive<first>@domain and the numbers that follow. */
  first: z.number({ error: 'first must be a number' }).int().min(0).max(9999),
  count: z.number({ error: 'count must be a number' }).int().min(1).max(100).default(1),
  domain: z
    .string({ error: 'domain is required' })
    .trim()
    .toLowerCase()
    .regex(/^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,}$/, 'domain must be one such as example.org')
    .max(200),
  /** Starting credit of each, in cents. */
  creditCents: z.number({ error: 'creditCents must be a number' }).int().min(0).max(10_000).default(0),
});

export interface TestDrive {
  userId: string;
  email: string;
  /** Shown this once; only its hash is kept. */
  password: string;
}

export interface MadeTestDrives {
  made: TestDrive[];
  /** Addresses that had an account already: nothing about those was changed. */
  skipped: string[];
}

const AUDIT_ACTION = 'account.test-drive';
const detailSchema = z.object({ number: z.number(), creditCents: z.number() });

/** Makes accounts for trying the product out, one or a numbered series, each with starting credit. */
export async function makeTestDrives(deps: Accounts, actor: Actor, input: unknown): Promise<MadeTestDrives> {
  const { first, count, domain, creditCents } = parseInput(testDriveSchema, input);
  const result: MadeTestDrives = { made: [], skipped: [] };
  for (let number = first; number < first + count; number += 1) {
    const email = `testdrive${String(number)}@${domain}`;
    const known = await deps.prisma.user.findUnique({ where: { email }, select: { id: true } });
    if (known) {
      await finishCredit(deps, known.id);
      result.skipped.push(email);
    } else result.made.push(await makeOne(deps, actor, { email, number, creditCents }));
  }
  return result;
}

async function makeOne(
  deps: Accounts,
  actor: Actor,
  { email, number, creditCents }: { email: string; number: number; creditCents: number },
): Promise<TestDrive> {
  const userId = randomUUID();
  const password = `Td${String(number)}-${randomBytes(9).toString('base64url')}`;
  const passwordHash = await deps.passwords.hash(password);
  const now = new Date(deps.clock());
  await deps.prisma.$transaction([
    deps.prisma.user.create({
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
    deps.prisma.auditEvent.create({
      data: {
        at: now,
        actorId: actor.userId,
        action: AUDIT_ACTION,
        subject: userId,
        detail: JSON.stringify({ number, creditCents } satisfies z.input<typeof detailSchema>),
      },
    }),
  ]);
  await finishCredit(deps, userId);
  return { userId, email, password };
}

/** The credit follows in the ledger's own transaction; a crash between the two is made good when the series is asked for again. */
async function finishCredit(
  { prisma, ledger }: Pick<Accounts, 'prisma' | 'ledger'>,
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
    actorId: event.actorId,
  });
}
