import {
  compile,
  resolvePath,
  type Environment,
  type ParsedScript,
  type PlanText,
} from '@promptwell/baiql-lang';
import { INPUT_FOLDER, listFiles, OUTPUT_FOLDER, readColumns, type Area } from '@promptwell/baiql-runtime';
import type { CompletionDeps } from '~/features/completions/index.server';
import { modelNames } from '../host/find-model.server';

/** Tables that are looked into for one check; a script names few. */
const MAX_TABLES = 20;

/** What is known around a person's script: their files, the columns of the tables that it loads, and the models. */
export async function scriptEnvironment(
  deps: Pick<CompletionDeps, 'catalogue' | 'providers'>,
  area: Area,
  script: ParsedScript,
): Promise<Environment> {
  const [input, output, models] = await Promise.all([
    listFiles(area, `${INPUT_FOLDER}**/*`),
    listFiles(area, `${OUTPUT_FOLDER}**/*`),
    modelNames(deps),
  ]);
  const headers: Record<string, readonly string[]> = {};
  for (const path of tablesOf(script)) {
    const columns = await readColumns(area, path);
    if (columns) headers[path] = columns;
  }
  return { files: [...input, ...output].map(({ path }) => path), headers, models };
}

/** The whole paths of what is loaded AS FILE, where they are plain texts. */
function tablesOf(script: ParsedScript): string[] {
  const tables = new Set<string>();
  for (const item of compile(script.tree).items) {
    if (item.kind !== 'batch') continue;
    const folder = plain(item.pathIn);
    for (const { type, path } of item.loads) {
      const file = plain(path);
      const whole = type === 'FILE' && folder !== null && file !== null ? resolvePath(folder, file) : null;
      if (whole !== null) tables.add(whole);
    }
  }
  return [...tables].slice(0, MAX_TABLES);
}

function plain(text: PlanText): string | null {
  return text.every((part) => 'literal' in part) ? text.map((part) => part.literal).join('') : null;
}
