import {
  compile,
  encodingNamedFor,
  parse,
  summarize,
  tablesNamedIn,
  validate,
  type Diagnostic,
  type UnvaryingColumns,
} from '@promptwell/baiql-lang';
import type { CheckJob, ScriptCheck } from '../job.js';
import { INPUT_FOLDER, listFiles, OUTPUT_FOLDER, type Area } from '../paths/index.js';
import { readColumns, type ReadHeader } from '../sources/index.js';
import { limitDiagnostics } from './limit-diagnostics.js';

/** Limit of tables read per check; a script names few. */
const MAX_TABLES = 20;

/** Checks a script against the files it may load. A megabyte of errors takes seconds, so this runs in a worker. */
export async function checkScript(
  { script, area, models, retiredModels = {}, endingModels = {} }: CheckJob,
  readHeader: ReadHeader,
): Promise<ScriptCheck> {
  const parsed = parse(script);
  const [input, output] = await Promise.all([
    listFiles(area, `${INPUT_FOLDER}**/*`),
    listFiles(area, `${OUTPUT_FOLDER}**/*`),
  ]);
  const files = [...input, ...output].map(({ path }) => path);
  const tables = await startsOf(script, tablesNamedIn(script, files), area, readHeader);
  const { batchType, diagnostics } = validate(parsed, {
    files,
    ...tables,
    models,
    retiredModels,
    endingModels,
  });
  return {
    batchType,
    diagnostics: limitDiagnostics(diagnostics),
    validity: summarize(diagnostics),
    ...tables,
    plan: diagnostics.some(isError) ? null : compile(parsed.tree),
  };
}

const isError = ({ severity }: Diagnostic): boolean => severity === 'error';

/** How those tables begin that can be looked into. */
async function startsOf(
  script: string,
  tables: readonly string[],
  area: Area,
  readHeader: ReadHeader,
): Promise<Pick<ScriptCheck, 'headers' | 'firstRows' | 'unvarying'>> {
  const headers: Record<string, readonly string[]> = {};
  const firstRows: Record<string, readonly (readonly string[])[]> = {};
  const unvarying: Record<string, UnvaryingColumns> = {};
  for (const path of tables.slice(0, MAX_TABLES)) {
    const start = await readColumns(area, path, readHeader, encodingNamedFor(script, path));
    if (start === null || start.columns.length === 0) continue;
    headers[path] = start.columns;
    firstRows[path] = start.firstRows;
    if (start.unvarying !== null) unvarying[path] = start.unvarying;
  }
  return { headers, firstRows, unvarying };
}
