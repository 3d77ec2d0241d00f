import { create as contentDisposition } from 'content-disposition';
import { csvResponse } from '~/core/edge/csv.server';
import { jsonListFile } from '~/core/shared/export-file';
import type { Actor } from '~/core/server/session.server';
import type { Services } from '~/services';
import { after, everyRow, OLDEST_FIRST } from '../store/every-row';
import type { ExportQuery } from './schema';

const COLUMNS = ['title', 'content', 'description', 'tags', 'folder', 'created'] as const;

/** One's own prompts as a file that the import reads again. */
export function exportPrompts(services: Services, actor: Actor, { format }: ExportQuery): Response {
  if (format === 'csv')
    return csvResponse('prompts.csv', { columns: COLUMNS, batches: tables(services, actor) });
  const { content } = jsonListFile('prompts.json', entries(services, actor));
  const pieces = content[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await pieces.next();
      if (next.done === true) controller.close();
      else controller.enqueue(typeof next.value === 'string' ? encoder.encode(next.value) : next.value);
    },
  });
  return new Response(body, {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': contentDisposition('prompts.json'),
      'Cache-Control': 'no-store, no-transform',
    },
  });
}

const entries = ({ prisma }: Services, { userId }: Actor) =>
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
        },
      }),
    ({ title, content, description, tags, folder, createdAt }) => ({
      title,
      content,
      description,
      tags: JSON.parse(tags) as string[],
      folder,
      created: createdAt.toISOString(),
    }),
  );

async function* tables(services: Services, actor: Actor) {
  for await (const { tags, ...row } of entries(services, actor)) {
    yield [COLUMNS.map((column) => (column === 'tags' ? tags.join('; ') : row[column]))];
  }
}
