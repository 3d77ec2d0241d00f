import type { Actor } from '~/core/server/session.server';
import { countPages } from '~/core/shared/pages';
import { findSharingTeam } from '~/features/teams/index.server';
import type { Services } from '~/services';
import { WITH_NAMES } from './describe-prompt.server';
import { describePrompts } from './find-prompt.server';
import type { OwnPromptsQuery, PromptList } from './list-schema';
import { createPromptSearch, type PromptScope } from './store/prompt-search.server';

/** One's own prompts. */
export const listOwnPrompts = (services: Services, actor: Actor, query: OwnPromptsQuery) =>
  list(services, actor, { kind: 'own', userId: actor.userId }, query);

/** What people have published and nothing is held against. */
export const listCommunityPrompts = (
  services: Services,
  actor: Actor,
  query: Omit<OwnPromptsQuery, 'folder' | 'tag'>,
) => list(services, actor, { kind: 'community' }, query);

/** What is shared with one's team; nothing, for somebody without one. */
export async function listTeamPrompts(
  services: Services,
  actor: Actor,
  query: Omit<OwnPromptsQuery, 'folder' | 'tag'>,
): Promise<PromptList> {
  const team = await findSharingTeam(services, actor);
  const { page, pageSize } = query;
  if (!team) return { prompts: [], total: 0, page, pageSize, totalPages: 1 };
  return list(services, actor, { kind: 'team', teamId: team.id }, query);
}

async function list(
  services: Services,
  actor: Actor,
  scope: PromptScope,
  { page, pageSize, search, sortBy, folder, tag }: OwnPromptsQuery,
): Promise<PromptList> {
  const found = await createPromptSearch(services).find({
    scope,
    search,
    folder,
    tag,
    sort: sortBy,
    page,
    pageSize,
  });
  const rows = await services.prisma.savedPrompt.findMany({
    where: { id: { in: found.ids } },
    include: WITH_NAMES,
  });
  const byId = new Map((await describePrompts(services, actor, rows)).map((prompt) => [prompt.id, prompt]));
  return {
    prompts: found.ids.flatMap((id) => byId.get(id) ?? []),
    total: found.total,
    page,
    pageSize,
    totalPages: countPages({ total: found.total, pageSize }),
  };
}
