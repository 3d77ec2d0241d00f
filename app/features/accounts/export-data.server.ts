import { pretty, textFile, type ExportFile } from '~/core/shared/export-file';
import { DomainError } from '~/core/shared/errors';
import type { Actor } from '~/core/server/session.server';
import { ACCOUNT_RULES } from './account-limits.server';
import type { Accounts } from './deps.server';
import { findPerson } from './find-person.server';
import { listSessions } from './list-sessions.server';
import { describeUser } from './user-info';
import { writeZip } from './write-zip.server';

const README = `This is everything that Promptwell keeps about you.

profile.json      who you are, as far as the product knows
preferences.json  what you have chosen
sessions.json     where you are signed in (never the secrets themselves)
ledger.json       every movement of your balance; amounts in micro-dollars (1 USD = 1,000,000)
baiql-…           your scripts, and the runs with their prompts and replies, as long as they are kept
files/            what you have uploaded, and what your runs have written

Your password is not here: only a hash of it is kept, which is of no use to anybody.
`;

/** One zip of everything of one's own, written while it is sent. */
export async function exportData(deps: Accounts, actor: Actor): Promise<AsyncGenerator<Uint8Array>> {
  await deps.limits.take(ACCOUNT_RULES.exportData, actor.userId);
  const person = await findPerson(deps, { id: actor.userId });
  if (!person) throw new DomainError('unauthenticated', 'Your session has ended. Please sign in again.');
  const profile = { ...describeUser(person), signsInWithGoogle: person.googleSubject !== null };
  return writeZip(filesOf(deps, actor, profile), deps.clock());
}

async function* filesOf(deps: Accounts, actor: Actor, profile: object): AsyncGenerator<ExportFile> {
  yield textFile('README.txt', README);
  yield textFile('profile.json', pretty(profile));
  yield textFile('preferences.json', pretty(await deps.preferences.read(actor.userId)));
  yield textFile('sessions.json', pretty(await listSessions(deps, actor)));
  for (const part of deps.personalData) yield* part.exportFiles(actor.userId);
}
