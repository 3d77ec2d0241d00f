import type { Actor } from '~/core/server/session.server';
import { countPages } from '~/core/shared/pages';
import { findSharingTeam } from '~/features/teams/index.server';
import type { PromptsDeps } from './deps.server';
import { describePrompt, describeWithoutText, WITH_NAMES } from './describe-prompt.server';
import { viewerOf } from './find-prompt.server';
import type { PromptWithoutText } from './answers';
import type { CommunityQuery, OwnPromptsQuery, PromptList, Tab } from './list-schema';
import type { PromptScope } from './store/prompt-search';

type Deps = Pick<PromptsDeps, 'prisma' | 'promptSearch'>;

/** The user's prompts. */
export const listOwnPrompts = (services: Deps, actor: Actor, query: OwnPromptsQuery) =>
  listWithTexts(services, actor, 'mine', query);

/** Published prompts without objections. */
export const listCommunityPrompts = (services: Deps, actor: Actor, query: CommunityQuery) =>
  listWithTexts(services, actor, 'community', query);

/** Prompts shared with the user's team; empty without a team. */
export const listTeamPrompts = (services: Deps, actor: Actor, query: CommunityQuery) =>
  listWithTexts(services, actor, 'team', query);

async function listWithTexts(
  services: Deps,
  actor: Actor,
  tab: Tab,
  query: OwnPromptsQuery,
): Promise<PromptList> {
  const { ids, ...page } = await findPage(services, actor, tab, query);
  const rows = await services.prisma.savedPrompt.findMany({
    where: { id: { in: ids } },
    include: WITH_NAMES,
  });
  const viewer = await viewerOf(services, actor, ids);
  return { ...page, prompts: inOrder(ids, rows).map((row) => describePrompt(row, viewer)) };
}

/** A prompt in a list: the beginning of its text, and the number of its variables. */
export type ListedPrompt = PromptWithoutText & { preview: string; variableCount: number };

/** The same lists for pages, without texts (docs/decisions/0020-lists-without-texts.md). */
export async function listWithoutTexts(
  services: Deps,
  actor: Actor,
  tab: Tab,
  query: OwnPromptsQuery,
): Promise<Omit<PromptList, 'prompts'> & { prompts: ListedPrompt[] }> {
  const { ids, ...page } = await findPage(services, actor, tab, query);
  const rows = await services.prisma.savedPrompt.findMany({
    where: { id: { in: ids } },
    include: WITH_NAMES,
    omit: { content: true },
  });
  const viewer = await viewerOf(services, actor, ids);
  const prompts = inOrder(ids, rows).map((row) => ({
    ...describeWithoutText(row, viewer),
    preview: row.preview,
    variableCount: row.variableCount,
  }));
  return { ...page, prompts };
}

async function findPage(
  services: Deps,
  actor: Actor,
  tab: Tab,
  { page, pageSize, search, sortBy: sort, folder, tag }: OwnPromptsQuery,
) {
  const scope = await scopeOf(services, actor, tab);
  const { ids, total } = scope
    ? await services.promptSearch.find({ scope, search, folder, tag, sort, page, pageSize })
    : { ids: [], total: 0 };
  return { ids, total, page, pageSize, totalPages: countPages({ total, pageSize }) };
}

/** Undefined: the actor has no team that shares prompts. */
async function scopeOf(services: Deps, actor: Actor, tab: Tab): Promise<PromptScope | undefined> {
  switch (tab) {
    case 'mine':
      return { kind: 'own', userId: actor.userId };
    case 'team': {
      const team = await findSharingTeam(services, actor);
      return team && { kind: 'team', teamId: team.id };
    }
    case 'community':
      return { kind: 'community' };
  }
}

function inOrder<Row extends { id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
