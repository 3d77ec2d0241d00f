import { may } from '~/core/shared/permissions';
import type { Actor } from '~/core/server/session.server';
import { findSharingTeam } from '~/features/teams/index.server';
import type { Services } from '~/services';
import { listCommunityPrompts, listOwnPrompts, listTeamPrompts } from '../list-prompts.server';
import { PAGE_SIZE, type LibraryQuery, type PromptList } from '../list-schema';
import type { SavedPrompt } from '../answers';
import { parseVariables } from '../variables/parse-variables';

/** So much of a prompt's text is on its card; the rest is fetched when it is used or edited. */
const PREVIEW_CHARACTERS = 280;

/** A prompt as its card shows it. */
export type ListedPrompt = SavedPrompt & { isOwn: boolean; variableCount: number };

/** What /saved-prompts shows. */
export async function readLibrary(services: Services, actor: Actor, query: LibraryQuery) {
  const [list, team, folders, { PreferredTimezone }] = await Promise.all([
    listPage(services, actor, query),
    findSharingTeam(services, actor),
    query.tab === 'mine' ? listFolders(services, actor) : [],
    services.preferences.read(actor.userId),
  ]);
  return {
    ...list,
    prompts: list.prompts.map((prompt) => listed(prompt, actor)),
    query,
    teamName: team?.name ?? null,
    folders,
    mayModerate: may(actor, 'prompts:moderate'),
    timeZone: PreferredTimezone,
    now: new Date(services.clock()).toISOString(),
  };
}

/** The last page for one beyond it: that page's only prompt may have been deleted just now. */
async function listPage(services: Services, actor: Actor, query: LibraryQuery): Promise<PromptList> {
  const { tab, search, sort, page, folder, tag } = query;
  const common = { page, pageSize: PAGE_SIZE, search, sortBy: sort };
  const list =
    tab === 'mine'
      ? await listOwnPrompts(services, actor, { ...common, folder, tag })
      : await (tab === 'team' ? listTeamPrompts : listCommunityPrompts)(services, actor, common);
  return page > list.totalPages ? listPage(services, actor, { ...query, page: list.totalPages }) : list;
}

const listed = (prompt: SavedPrompt, { userId }: Actor): ListedPrompt => ({
  ...prompt,
  content: prompt.content.slice(0, PREVIEW_CHARACTERS),
  isOwn: prompt.userId === userId,
  variableCount: parseVariables(prompt.content).variables.length,
});

async function listFolders({ prisma }: Services, { userId }: Actor): Promise<string[]> {
  const rows = await prisma.savedPrompt.groupBy({
    by: ['folder'],
    where: { userId },
    orderBy: { folder: 'asc' },
  });
  return rows.map(({ folder }) => folder).filter((folder) => folder !== '');
}
