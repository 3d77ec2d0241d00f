import type { Prisma } from '@prisma/client';
import { createMatcher } from '@promptwell/text';
import type { Actor } from '~/core/server/session.server';
import { findSharingTeam } from '~/features/teams/index.server';
import type { FoundPrompt, PromptOrigin } from './answers';
import type { PromptsDeps } from './deps.server';
import type { FindByName } from './list-schema';
import { LISTED, visibleTo } from './visible-prompts.server';

/** Prompts of each origin. */
const EACH = 8;
/** Titles that are searched, the newest first. */
const MAX_TITLES = 2_000;
/** Of the community: those among the matches of the full-text search. */
const MAX_MATCHES = 100;

type Titled = Omit<FoundPrompt, 'origin'>;

/** Finds prompts by words of their titles, for choosing one while typing. Without words, the newest and the liked. */
export async function findPromptsByName(
  services: Pick<PromptsDeps, 'prisma' | 'promptSearch'>,
  actor: Actor,
  { q }: FindByName,
): Promise<{ prompts: FoundPrompt[] }> {
  const { prisma, promptSearch } = services;
  const { userId } = actor;
  const matches = createMatcher(q);
  const among = async (where: Prisma.SavedPromptWhereInput, take = MAX_TITLES): Promise<Titled[]> => {
    const rows = await prisma.savedPrompt.findMany({
      where,
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take,
      select: { id: true, title: true, variableCount: true },
    });
    return rows.filter(({ title }) => matches(title)).slice(0, EACH);
  };
  const inCommunity = async (): Promise<Titled[]> => {
    const { ids } = await promptSearch.find({
      scope: { kind: 'community' },
      search: q,
      sort: 'popular',
      page: 1,
      pageSize: MAX_MATCHES,
    });
    return among({ id: { in: ids }, ...LISTED });
  };
  const team = await findSharingTeam(services, actor);
  const found: readonly [PromptOrigin, readonly Titled[]][] = [
    ['mine', await among({ userId })],
    ['team', team ? await among({ teamId: team.id, ...visibleTo(userId) }) : []],
    ['liked', await among({ likes: { some: { userId } }, ...visibleTo(userId) })],
    ['community', q === '' ? [] : await inCommunity()],
  ];
  const byId = new Map<string, FoundPrompt>();
  for (const [origin, prompts] of found)
    for (const prompt of prompts) if (!byId.has(prompt.id)) byId.set(prompt.id, { ...prompt, origin });
  return { prompts: [...byId.values()] };
}
