import { randomUUID } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Prisma } from '@prisma/client';
import { ZipFile } from 'yazl';
import { LoopTurns } from '~/core/db/loop-turns.server';
import { DomainError } from '~/core/shared/errors';
import { pretty, textFile, type ExportFile } from '~/core/shared/export-file';
import { isTestDrive } from '~/core/shared/permissions';
import type { Actor } from '~/core/server/session.server';
import { endWithAccount } from '~/core/server/user-work.server';
import type { AccountsDeps } from './deps.server';
import { closeAccount } from './close-account.server';
import { isLastAdministrator } from './first-administrator.server';
import { listSessions } from './user-sessions.server';
import { waysIn } from './provider-on-account.server';
import { listPasskeys } from './passkeys/manage-passkeys.server';
import { readSecondFactor } from './second-factor/set-up.server';
import { listAllSignIns } from './sign-ins.server';
import { requireRecentProof } from './recent-proof.server';
import { removeUserData } from './remove-user-data.server';
import type { DeletedAccount } from './responses';
import type { DeleteAccountInput } from './schema';
import { describeUser, findUser, sessionEnded } from './users.server';

const README = `This is everything Promptwell keeps about you.

profile.json            your name, email and roles
preferences.json        your preferences
api-keys.json           your API keys and their limits (never the secrets themselves)
sessions.json           where you’re logged in (never the secrets themselves)
logins.json             when, how and from where you logged in, for 90 days
passkeys.json           the names of your passkeys (never their keys)
second-factor.json      whether your authenticator is on, and how many recovery codes are left
ledger.json             every change to your balance; amounts in micro-dollars (1 USD = 1,000,000)
usage.json              your requests, totaled by quarter hour
not-charged.json        requests that failed and cost nothing, and why
payments.json           your card payments (never the card)
subscriptions.json      your Team and Enterprise plans
team.json               the team you own, and the one you’re on
saved-prompts.json      the prompts you saved
prompt-versions.json    their earlier versions
merged-tags.json        spellings of your tags that were replaced by the one you use most
prompt-likes.json       the prompts you liked
prompt-reports.json     the prompts you reported, and why
prompt-charges.json     the requests you made from saved prompts, and their cost
saved-sessions.json     the playground sessions you saved, with their threads
recent-sessions.json    the sessions in your history, with their threads
shared-sessions.json    the sessions you share under a link, as they are shown there
generated-prompts.json  what the prompts you copied were built from
ocr-usage.json          how much of your documents was read with OCR (only if any was)
feedback.json           your answers to the feedback survey (only if there are any)
baiql-…                 your scripts, and your runs with their prompts and replies for as long as they’re stored
files/                  what you uploaded, and what your runs wrote

Your password isn’t here: only a hash of it is stored.
`;

/** Streams a ZIP file of all data of the user. */
export async function exportData(
  services: Pick<
    AccountsDeps,
    'clock' | 'prisma' | 'inFlightRequests' | 'personalData' | 'preferences' | 'signInProviders'
  >,
  actor: Actor,
): Promise<Readable> {
  const user = await findUser(services, { id: actor.userId });
  if (!user) throw sessionEnded();
  const profile = { ...describeUser(user), signsInWith: waysIn(services, user) };
  const zip = writeZip(filesOf(services, actor, profile), services.clock());
  endWithAccount(services.inFlightRequests, actor.userId, zip);
  return zip;
}

async function* filesOf(
  services: Pick<AccountsDeps, 'clock' | 'prisma' | 'personalData' | 'preferences'>,
  actor: Actor,
  profile: object,
): AsyncGenerator<ExportFile> {
  yield textFile('README.txt', README);
  yield textFile('profile.json', pretty(profile));
  yield textFile('preferences.json', pretty(await services.preferences.read(actor.userId)));
  yield textFile('sessions.json', pretty(await listSessions(services, actor)));
  yield textFile('logins.json', pretty(await listAllSignIns(services, actor)));
  yield textFile('passkeys.json', pretty(await listPasskeys(services, actor)));
  yield textFile('second-factor.json', pretty(await readSecondFactor(services, actor)));
  for (const part of services.personalData) yield* part.exportFiles(actor.userId);
}

const CHUNK_CHARACTERS = 64 * 1024;

/** Streams a ZIP file; files are read one after the other, as the reader consumes them. */
function writeZip(files: AsyncIterable<ExportFile>, madeAtMs: number): Readable {
  const zip = new ZipFile();
  const output = new PassThrough();
  zip.on('error', (error: Error) => output.destroy(error));
  zip.outputStream.pipe(output);
  addFiles(zip, files, { output, madeAtMs }).catch((error: unknown) => {
    output.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  return output;
}

async function addFiles(
  zip: ZipFile,
  files: AsyncIterable<ExportFile>,
  { output, madeAtMs }: { output: PassThrough; madeAtMs: number },
): Promise<void> {
  const turns = new LoopTurns();
  for await (const { name, content, isStored, modifiedAtMs } of files) {
    const source = Readable.from(inChunks(content, turns), { objectMode: false });
    const stop = (): void => void source.destroy();
    output.once('close', stop);
    const mtime = new Date(modifiedAtMs ?? madeAtMs);
    zip.addReadStream(source, name, { mtime, compress: isStored !== true });
    // The next file may reuse what this one reads from. An aborted download ends here.
    await finished(source);
    output.off('close', stop);
  }
  zip.end();
}

/** Joins short texts, since each chunk is a trip to the compressor's thread. Lets others have a turn in between. */
async function* inChunks(
  content: ExportFile['content'],
  turns: LoopTurns,
): AsyncGenerator<string | Uint8Array> {
  let text = '';
  for await (const piece of content) {
    if (typeof piece === 'string') text += piece;
    if (text !== '' && (typeof piece !== 'string' || text.length >= CHUNK_CHARACTERS)) {
      yield text;
      text = '';
    }
    if (typeof piece !== 'string') yield piece;
    await turns.overdue;
  }
  if (text !== '') yield text;
}

/**
 * Deletes an account: ends its sessions and removes the user's data. Ledger entries stay, under an anonymous id,
 * because the books must balance.
 */
export async function deleteAccount(
  services: AccountsDeps,
  actor: Actor,
  proof: DeleteAccountInput,
): Promise<DeletedAccount> {
  await assertDeletable(services, actor);
  // A script has just sent its password to get its token. A password it sends anyway is checked.
  if (actor.via !== 'bearer' || proof?.password !== undefined)
    await requireRecentProof(services, actor, { password: proof?.password, field: 'password' });
  const { userId, email } = actor;
  const deletionId = randomUUID();
  await closeAccount(services, actor, userId, async () => {
    // Deleted concurrently in another window.
    if (!(await findUser(services, { id: userId }))) throw sessionEnded();
    // While the address is known: the sweep can find only mails by user id.
    await services.mailer.forget({ userId, address: email });
    // From here on the account is deleted; if something fails below, the sweep removes it.
    await anonymizeUser(services, actor, deletionId);
    await services.sessions.endAll(userId); // logins during the deletion
    await removeUserData(services, userId);
  });
  return { deletionId };
}

interface Deletions {
  prisma: Pick<Prisma.TransactionClient, 'userRole'>;
  siteUrl: AccountsDeps['siteUrl'];
}

async function assertDeletable(services: Deletions, actor: Actor): Promise<void> {
  const refusal = await deletionBlocker(services, actor);
  if (refusal !== undefined) throw new DomainError('conflict', refusal, { code: 'cannot_delete' });
}

/** Why the account can't be deleted; undefined if it can. The page uses it to disable the button. */
export async function deletionBlocker(
  { prisma, siteUrl }: Deletions,
  { userId, email, roles }: Actor,
): Promise<string | undefined> {
  const domain = email.split('@')[1];
  if (isTestDrive(email) && domain === new URL(siteUrl()).hostname.replace(/^www\./, '')) {
    return 'Test-drive accounts on this site can’t be deleted. Please contact an admin.';
  }
  if (!roles.includes('admin')) return undefined;
  return (await isLastAdministrator({ prisma }, userId))
    ? 'You’re the only administrator. Make someone else an administrator first.'
    : undefined;
}

async function anonymizeUser(
  { prisma, siteUrl, clock }: Pick<AccountsDeps, 'clock' | 'siteUrl' | 'prisma'>,
  actor: Actor,
  deletionId: string,
): Promise<void> {
  const now = new Date(clock());
  const { userId } = actor;
  await prisma.$transaction(async (transaction) => {
    // Another administrator may have left in the meantime.
    await assertDeletable({ prisma: transaction, siteUrl }, actor);
    await transaction.user.update({
      where: { id: userId },
      data: {
        email: `deleted-${deletionId}@deleted.invalid`,
        firstName: '',
        lastName: '',
        passwordHash: null,
        passwordChangedAt: null,
        emailConfirmedAt: null,
        lastLoginAt: null,
        deletedAt: now,
      },
    });
    await transaction.invitation.updateMany({
      where: { email: actor.email },
      data: { email: null, revokedAt: now },
    });
    await transaction.auditEvent.create({
      data: { at: now, actorId: userId, action: 'account.deleted', subject: userId, detail: deletionId },
    });
  });
}
