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
 */
export async function createPerson(
  { prisma, clock }: Pick<Accounts, 'prisma' | 'clock'>,
  form: NewPerson,
): Promise<void> {
  const now = new Date(clock());
  const { email, ...fields } = form;
  const data = { ...fields, passwordChangedAt: now };
  await prisma.$transaction(async (transaction) => {
    const person = await transaction.user.upsert({
      where: { email },
      create: { id: randomUUID(), email, ...data, createdAt: now },
      update: { email }, // a write in any case: its absence could be measured
    });
    const isNew = person.passwordHash === form.passwordHash;
    if (isNew || person.emailConfirmedAt !== null) return;
    await transaction.user.update({ where: { email }, data });
    await transaction.accountToken.deleteMany({ where: { userId: person.id } });
  });
}
