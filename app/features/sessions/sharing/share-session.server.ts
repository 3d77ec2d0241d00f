import { randomBytes } from 'node:crypto';
import { DAY_MS } from '~/core/shared/clock';
import { DomainError } from '~/core/shared/errors';
import type { Actor } from '~/core/server/session.server';
import { judgePublication } from '~/features/prompts/index.server';
import type { SessionShare } from '../answers';
import type { SessionsDeps } from '../deps.server';
import { noSuchSession } from '../sessions.server';
import { parseThread } from '../thread';
import { describeShare } from './describe-share.server';
import type { ShareInput } from './schema';
import { sharedThread, type SharedEntry } from './shared-thread';

type Deps = Pick<SessionsDeps, 'prisma' | 'clock' | 'env' | 'siteUrl' | 'moderation'>;

const MAX_CHARACTERS = 1_000_000;
/** Other versions of messages are read, too. */
const MAX_READ_BYTES = 16 * 1024 * 1024;
const TOKEN_BYTES = 16;

/**
 * Shows a session under a link as it is now. A link that it already has stays the same and shows it as it is now. Its text
 * is checked as that of a public prompt is.
 */
export async function shareSession(
  deps: Deps,
  { userId }: Actor,
  { id, input }: { id: string; input: ShareInput },
): Promise<SessionShare> {
  const { prisma, clock } = deps;
  if (!deps.env.SESSION_SHARING)
    throw new DomainError('conflict', 'Sharing sessions is turned off on this server.', {
      code: 'sharing_off',
    });
  const session = await prisma.savedSession.findFirst({
    where: { id, userId },
    select: { title: true, instructions: true, size: true, share: true },
  });
  if (!session) throw noSuchSession();
  if (session.share?.disabledAt)
    throw new DomainError(
      'conflict',
      'An administrator has switched off the link of this session. It can’t be shared again.',
      { code: 'share_switched_off' },
    );
  if (session.size > MAX_READ_BYTES) throw tooLong();
  const entries = await readThread(deps, id, input.Versions);
  if (entries.length === 0)
    throw new DomainError('conflict', 'There is nothing to share yet.', { code: 'nothing_to_share' });
  const instructions = input.IncludesInstructions ? session.instructions : '';
  const content = [instructions, ...entries.map(({ text }) => text)].join('\n\n');
  if (content.length > MAX_CHARACTERS) throw tooLong();
  const verdict = await judgePublication(deps, { title: session.title, description: '', content });
  if (verdict.kind !== 'clear')
    throw new DomainError(
      'conflict',
      'This session can’t be shared: it appears to contain disallowed language or personal data.',
      { code: 'share_refused' },
    );
  const now = new Date(clock());
  const data = {
    title: session.title,
    instructions,
    entries: JSON.stringify(entries),
    sharedAt: now,
    expiresAt: new Date(now.getTime() + input.ExpiresInDays * DAY_MS),
  };
  const { share } = session;
  const token = share && share.expiresAt > now ? share.token : randomBytes(TOKEN_BYTES).toString('base64url');
  const row = await prisma.sessionShare.upsert({
    where: { sessionId: id },
    create: { ...data, token, userId, sessionId: id },
    update: { ...data, token },
  });
  return describeShare(deps, row);
}

async function readThread(
  { prisma }: Pick<Deps, 'prisma'>,
  sessionId: string,
  versions: ShareInput['Versions'],
): Promise<SharedEntry[]> {
  const turns = await prisma.sessionTurn.findMany({
    where: { sessionId },
    orderBy: [{ sentAt: 'desc' }, { number: 'desc' }],
    select: { key: true, entries: true },
  });
  return sharedThread(
    turns.map(({ key, entries }) => ({ key, entries: parseThread(entries) ?? [] })),
    versions,
  );
}

const tooLong = (): DomainError =>
  new DomainError(
    'conflict',
    `This session is too long to share: a shared one can have up to ${MAX_CHARACTERS.toLocaleString('en-US')} characters.`,
    { code: 'share_too_long' },
  );
