import { rm } from 'node:fs/promises';
import {
  FileError,
  INPUT_FOLDER,
  listFiles,
  openDownload,
  OUTPUT_FOLDER,
  type Area,
} from '@promptwell/baiql-runtime';
import { jsonListFile, type ExportFile } from '~/core/shared/export-file';
import type { PersonalData } from '~/core/shared/personal-data';
import type { BaiqlDeps } from './deps.server';
import { describeRun, LONG_TEXTS, type RunRow } from './runs/read-runs.server';
import type { RunItem } from './runs/responses';
import { allScripts, listScripts } from './scripts/scripts.server';
import { allVersions } from './scripts/versions.server';

const PAGE_SIZE = 100;

/** BAIQL's part of account export and deletion: scripts, runs with their prompts and replies, and files. */
export function baiqlData(services: Pick<BaiqlDeps, 'prisma' | 'baiql'>): PersonalData {
  const { baiql } = services;
  return {
    exportFiles: async function* (userId: string): AsyncGenerator<ExportFile> {
      yield jsonListFile('baiql-scripts.json', allScripts(services, { userId }));
      for (const { scriptId } of await listScripts(services, { userId })) {
        yield jsonListFile(`baiql-scripts/${scriptId}.json`, allVersions(services, { userId }, scriptId));
      }
      yield jsonListFile('baiql-runs.json', runsOf(services, userId));
      for await (const { executionId, detailsKept } of runsOf(services, userId)) {
        if (detailsKept) yield jsonListFile(`baiql-runs/${executionId}.json`, itemsOf(services, executionId));
      }
      yield* filesOf(await baiql.areas.of(userId));
    },
    remove: async (userId: string): Promise<void> => {
      await baiql.store.removeAllOf(userId);
      await baiql.areas.remove(userId);
      // Cached texts aren't stored by user, so all are removed; those of other users are extracted again when needed.
      await rm(baiql.textsFolder, { recursive: true, force: true });
    },
  };
}

/** Oldest first; reads each script as the iteration reaches it. */
async function* runsOf({ prisma }: Pick<BaiqlDeps, 'prisma'>, userId: string) {
  let last: { createdAt: bigint; id: string } | null = null;
  for (;;) {
    const rows: RunRow[] = await prisma.baiqlExecution.findMany({
      where: {
        userId,
        ...(last && {
          createdAt: { gte: last.createdAt },
          NOT: { createdAt: last.createdAt, id: { lte: last.id } },
        }),
      },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      take: PAGE_SIZE,
      omit: LONG_TEXTS,
    });
    for (const row of rows) {
      const found = await prisma.baiqlExecution.findUnique({
        where: { id: row.id },
        select: { script: true },
      });
      yield { ...describeRun(row), script: found?.script ?? '' };
    }
    last = rows.at(-1) ?? null;
    if (last === null) return;
  }
}

async function* itemsOf({ baiql }: Pick<BaiqlDeps, 'baiql'>, executionId: string): AsyncGenerator<RunItem> {
  for (let after = { batch: 0, number: 0 }; ;) {
    const items = await baiql.store.items({ executionId, status: null, after, skip: 0, limit: PAGE_SIZE });
    yield* items;
    const last = items.at(-1);
    if (last === undefined) return;
    after = last;
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

/** Opens the file as the iteration reaches it; empty if it has been deleted. */
async function* bytesOf(area: Area, path: string): AsyncGenerator<Uint8Array> {
  const file = await openDownload(area, path).catch((error: unknown) => {
    if (error instanceof FileError) return undefined;
    throw error;
  });
  if (file) yield* file.stream as AsyncIterable<Uint8Array>;
}
