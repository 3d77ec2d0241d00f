import { strToU8, zipSync } from 'fflate';
import { DomainError } from '~/core/errors';
import type { Actor } from '~/core/session.server';
import { ACCOUNT_RULES } from './account-limits.server';
import type { Accounts } from './deps.server';
import { findPerson } from './find-person.server';
import { listSessions } from './list-sessions.server';
import { describeUser } from './user-info';

const README = `This is everything that Promptwell keeps about you.

profile.json      who you are, as far as the product knows
preferences.json  what you have chosen
sessions.json     where you are signed in (never the secrets themselves)
ledger.json       every movement of your balance; amounts in micro-dollars (1 USD = 1,000,000)

Other files belong to the parts of the product that you have used. Your password is not here: only a hash of it is
kept, which is of no use to anybody.
`;

/** One zip of everything of one's own. */
export async function exportData(deps: Accounts, actor: Actor): Promise<Uint8Array<ArrayBuffer>> {
  await deps.limits.take(ACCOUNT_RULES.exportData, actor.userId);
  const person = await findPerson(deps, { id: actor.userId });
  if (!person) throw new DomainError('unauthenticated', 'Your session has ended. Please sign in again.');
  const files: Record<string, string | Uint8Array> = {
    'README.txt': README,
    'profile.json': pretty({ ...describeUser(person), signsInWithGoogle: person.googleSubject !== null }),
    'preferences.json': pretty(await deps.preferences.read(actor.userId)),
    'sessions.json': pretty(await listSessions(deps, actor)),
  };
  for (const part of deps.personalData) Object.assign(files, await part.exportFiles(actor.userId));
  const bytes = Object.entries(files).map(([name, data]) => [
    name,
    typeof data === 'string' ? strToU8(data) : data,
  ]);
  return zipSync(Object.fromEntries(bytes) as Record<string, Uint8Array>, { mtime: new Date(deps.clock()) });
}

const pretty = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
