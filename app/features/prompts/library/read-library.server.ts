import { equalKey } from '@promptwell/text';
import { may } from '~/core/shared/permissions';
import type { Actor } from '~/core/server/session.server';
import { findSharingTeam } from '~/features/teams/index.server';
import type { PromptsDeps } from '../deps.server';
import { type ListedPrompt, listWithoutTexts } from '../list-prompts.server';
import { type LibraryQuery, PAGE_SIZE } from '../list-schema';
import { findPrompt } from '../find-prompt.server';

/** A prompt as shown on its card; its text is fetched when needed. */
export type PromptOnCard = ListedPrompt & { isOwn: boolean };

/** Data of /saved-prompts. */
export async function readLibrary(
  services: Pick<PromptsDeps, 'clock' | 'prisma' | 'promptSearch' | 'preferences'>,
  actor: Actor,
  query: LibraryQuery,
) {
  const [list, team, folders, { PreferredTimezone }] = await Promise.all([
    listPage(services, actor, query),
    findSharingTeam(services, actor),
    query.tab === 'mine' ? listFolders(services, actor) : [],
    services.preferences.read(actor.userId),
  ]);
  return {
    ...list,
    prompts: list.prompts.map((prompt): PromptOnCard => ({
      ...prompt,
      isOwn: prompt.userId === actor.userId,
    })),
    query: { ...query, folder: spelled(query.folder, folders) },
    teamName: team?.name ?? null,
    folders,
    mayModerate: may(actor, 'prompts:moderate'),
    timeZone: PreferredTimezone,
    now: new Date(services.clock()).toISOString(),
  };
}

/** Falls back to the last page, since the requested page's only prompt may have been deleted. */
async function listPage(
  services: Pick<PromptsDeps, 'prisma' | 'promptSearch'>,
  actor: Actor,
  query: LibraryQuery,
): ReturnType<typeof listWithoutTexts> {
  const { tab, search, sort: sortBy, page, folder, tag } = query;
  const list = await listWithoutTexts(services, actor, tab, {
    page,
    pageSize: PAGE_SIZE,
    search,
    sortBy,
    ...(tab === 'mine' ? { folder, tag } : {}),
  });
  return page > list.totalPages ? listPage(services, actor, { ...query, page: list.totalPages }) : list;
}

async function listFolders({ prisma }: Pick<PromptsDeps, 'prisma'>, { userId }: Actor): Promise<string[]> {
  const rows = await prisma.savedPrompt.groupBy({
    by: ['folder'],
    where: { userId },
    orderBy: { folder: 'asc' },
  });
  const folders = new Map<string, string>();
  for (const { folder } of rows) {
    if (folder !== '' && !folders.has(equalKey(folder))) folders.set(equalKey(folder), folder);
  }
  return [...folders.values()];
}

/** The folder's canonical spelling: Garden and garden are the same folder, as in the search. */
const spelled = (folder: string | undefined, folders: readonly string[]): string | undefined =>
  folder && (folders.find((each) => equalKey(each) === equalKey(folder)) ?? folder);

/** A public prompt for anyone with the link; for its author also while it is private. */
export async function readSharedPrompt(
  services: Pick<PromptsDeps, 'prisma' | 'preferences'>,
  actor: Actor | undefined,
  id: string,
) {
  const prompt = await findPrompt(services, actor, id);
  return {
    prompt,
    isSignedIn: actor !== undefined,
    isOwn: prompt.userId === actor?.userId,
    timeZone: actor ? (await services.preferences.read(actor.userId)).PreferredTimezone : 'UTC',
  };
}
