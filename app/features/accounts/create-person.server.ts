import { randomUUID } from 'node:crypto';
import type { Accounts } from './deps.server';

interface NewPerson {
  firstName: string;
  lastName: string;
  email: string;
  passwordHash: string;
}

/**
 * Makes an unconfirmed person. An address that was registered but never confirmed is registered anew: whoever wrote
 * it there first proved nothing, so their password and links must not survive. A confirmed one stays untouched.
 * The ledger's account comes first, so that nobody exists without one.
 */
export async function createPerson(
  { prisma, ledger, clock }: Pick<Accounts, 'prisma' | 'ledger' | 'clock'>,
  form: NewPerson,
): Promise<void> {
  const now = new Date(clock());
  const { email, ...fields } = form;
  const data = { ...fields, passwordChangedAt: now };
  const id = (await prisma.user.findUnique({ where: { email }, select: { id: true } }))?.id ?? randomUUID();
  await ledger.openAccount(id);
  await prisma.$transaction(async (transaction) => {
    const person = await transaction.user.upsert({
      where: { email },
      create: { id, email, ...data, createdAt: now },
      update: { email }, // a write in any case: its absence could be measured
    });
    const isNew = person.passwordHash === form.passwordHash;
    if (isNew || person.emailConfirmedAt !== null) return;
    await transaction.user.update({ where: { email }, data });
    await transaction.accountToken.deleteMany({ where: { userId: person.id } });
  });
}
