import { randomUUID } from 'node:crypto';
import { GoogleFailure, type GoogleProfile } from '~/integrations/google/index.server';
import type { Accounts } from './deps.server';
import { findPerson } from './find-person.server';

type LinkDeps = Pick<Accounts, 'prisma' | 'clock' | 'sessions'>;

/**
 * The account of somebody whom Google vouches for: theirs already, or one with the same address, or a new one.
 * An address counts only when Google has verified it. An account whose address was never confirmed here is taken over
 * and its password dropped: whoever chose that password may have been somebody else.
 */
export async function linkGooglePerson(deps: LinkDeps, profile: GoogleProfile): Promise<string> {
  const known = await findPerson(deps, { googleSubject: profile.subject });
  if (known) return known.id;
  if (!profile.isEmailVerified) throw new GoogleFailure('google_auth_error');
  const row = await deps.prisma.user.findUnique({ where: { email: profile.email } });
  if (!row) return createPerson(deps, profile);
  const isTaken = row.googleSubject !== null && row.googleSubject !== profile.subject;
  if (isTaken || row.suspendedAt || row.deletedAt) throw new GoogleFailure('google_auth_error');
  if (row.emailConfirmedAt) {
    await deps.prisma.user.update({ where: { id: row.id }, data: { googleSubject: profile.subject } });
  } else {
    await takeOver(deps, row.id, profile);
  }
  return row.id;
}

async function createPerson({ prisma, clock }: LinkDeps, profile: GoogleProfile): Promise<string> {
  const id = randomUUID();
  const now = new Date(clock());
  const { email, firstName, lastName, subject: googleSubject } = profile;
  await prisma.user.create({
    data: { id, email, firstName, lastName, googleSubject, emailConfirmedAt: now, createdAt: now },
  });
  return id;
}

async function takeOver(
  { prisma, clock, sessions }: LinkDeps,
  id: string,
  profile: GoogleProfile,
): Promise<void> {
  const { firstName, lastName, subject: googleSubject } = profile;
  const confirmed = { emailConfirmedAt: new Date(clock()), passwordHash: null, passwordChangedAt: null };
  await prisma.$transaction([
    prisma.user.update({ where: { id }, data: { firstName, lastName, googleSubject, ...confirmed } }),
    prisma.accountToken.deleteMany({ where: { userId: id } }),
  ]);
  await sessions.endAll(id);
}
