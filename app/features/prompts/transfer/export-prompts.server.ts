import { csvResponse } from '~/core/edge/csv.server';
import { textDownload } from '~/core/edge/text-download.server';
import { jsonList } from '~/core/shared/export-file';
import type { Actor } from '~/core/server/session.server';
import type { PromptsDeps } from '../deps.server';
import { after, everyRow, OLDEST_FIRST } from '../store/every-row';
import type { ExportQuery } from './schema';
import { joinTags } from './tags-cell';

type Deps = Pick<PromptsDeps, 'prisma'>;

const COLUMNS = [
  'title',
  'content',
  'description',
  'category',
  'topic',
  'subtopic',
  'tags',
  'folder',
  'created',
] as const;
const NAME = { select: { name: true } } as const;

/** The user's prompts as a file that can be imported. */
export function exportPrompts(services: Deps, actor: Actor, { format }: ExportQuery): Response {
  if (format === 'csv')
    return csvResponse('prompts.csv', { columns: COLUMNS, batches: tables(services, actor) });
  return textDownload('prompts.json', 'application/json', jsonList(entries(services, actor)));
}

const entries = ({ prisma }: Deps, { userId }: Actor) =>
  everyRow(
    (last) =>
      prisma.savedPrompt.findMany({
        where: { userId, ...after(last) },
        ...OLDEST_FIRST,
        select: {
          id: true,
          title: true,
          content: true,
          description: true,
          tags: true,
          folder: true,
          createdAt: true,
          category: NAME,
          topic: NAME,
          subtopic: NAME,
          rawTopic: true,
          rawSubtopic: true,
        },
      }),
    ({ title, content, description, tags, folder, createdAt, ...from }) => ({
      title,
      content,
      description,
      // By name, since ids differ between installations.
      category: from.category?.name ?? '',
      topic: from.topic?.name ?? from.rawTopic,
      subtopic: from.subtopic?.name ?? from.rawSubtopic,
      tags: JSON.parse(tags) as string[],
      folder,
      created: createdAt.toISOString(),
    }),
  );

async function* tables(services: Deps, actor: Actor) {
  for await (const { tags, ...row } of entries(services, actor)) {
    yield [COLUMNS.map((column) => (column === 'tags' ? joinTags(tags) : row[column]))];
  }
}
