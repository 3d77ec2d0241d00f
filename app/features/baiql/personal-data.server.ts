import {
  FileError,
  INPUT_FOLDER,
  listFiles,
  openDownload,
  OUTPUT_FOLDER,
  type Area,
} from '@promptwell/baiql-runtime';
import { withinTime } from '~/core/shared/clock';
import { jsonListFile, pretty, textFile, type ExportFile } from '~/core/shared/export-file';
import type { PersonalData } from '~/core/shared/personal-data';
import type { Services } from '~/services';
import { describeRun, listItems } from './runs/read-runs.server';
import type { RunItem } from './runs/schema';
import { listScripts } from './scripts/scripts.server';

/** A call that hangs must not keep an account from being deleted. */
const ENDING_MS = 10_000;

/** Rows that are read at a time. */
const PAGE_SIZE = 100;

/** BAIQL's part of an account's export and deletion: scripts, runs with their prompts and replies, and files. */
export function baiqlData(services: Services): PersonalData {
  const { prisma, baiql } = services;
  return {
    exportFiles: async function* (userId: string): AsyncGenerator<ExportFile> {
      yield textFile('baiql-scripts.json', pretty(await listScripts(services, { userId })));
      yield jsonListFile('baiql-runs.json', runsOf(services, userId));
      for await (const { executionId, detailsKept } of runsOf(services, userId)) {
        if (detailsKept)
          yield jsonListFile(`baiql-runs/${executionId}.json`, itemsOf(services, userId, executionId));
      }
      yield* filesOf(await baiql.areas.of(userId));
    },
    remove: async (userId: string): Promise<void> => {
      const runs = await prisma.baiqlExecution.findMany({ where: { userId }, select: { id: true } });
      await withinTime(Promise.all(runs.map(({ id }) => baiql.runner.cancel(id))), ENDING_MS);
      // Without its row a run has no lease: what it still wants to write is refused. All that it has written goes with it.
      await prisma.$transaction([
        prisma.baiqlExecution.deleteMany({ where: { userId } }),
        prisma.baiqlScript.deleteMany({ where: { userId } }),
      ]);
      await baiql.areas.remove(userId);
    },
  };
}

async function* runsOf({ prisma }: Services, userId: string) {
  for (let skip = 0; ; skip += PAGE_SIZE) {
    const rows = await prisma.baiqlExecution.findMany({
      where: { userId },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      skip,
      take: PAGE_SIZE,
      omit: { plan: true, memo: true },
    });
    for (const row of rows) yield { ...describeRun(row), script: row.script };
    if (rows.length < PAGE_SIZE) return;
  }
}

async function* itemsOf(services: Services, userId: string, id: string): AsyncGenerator<RunItem> {
  for (let page = 1; ; page += 1) {
    const { items } = await listItems(services, { userId }, { id, page, pageSize: PAGE_SIZE });
    yield* items;
    if (items.length < PAGE_SIZE) return;
  }
}

async function* filesOf(area: Area): AsyncGenerator<ExportFile> {
  for (const folder of [INPUT_FOLDER, OUTPUT_FOLDER]) {
    for (const { path, modifiedMs } of await listFiles(area, `${folder}**/*`)) {
      const name = `files/${path.replace(/^\/data\//, '')}`;
      yield { name, modifiedAtMs: modifiedMs, isStored: true, content: bytesOf(area, path) };
    }
  }
}

/** Opened when its turn has come; what has been deleted meanwhile is empty. */
async function* bytesOf(area: Area, path: string): AsyncGenerator<Uint8Array> {
  const file = await openDownload(area, path).catch((error: unknown) => {
    if (error instanceof FileError) return undefined;
    throw error;
  });
  if (file) yield* file.stream as AsyncIterable<Uint8Array>;
}
