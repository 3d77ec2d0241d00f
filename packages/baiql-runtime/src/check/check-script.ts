import { compile, parse, summarize, tablesNamedIn, validate, type Diagnostic } from '@promptwell/baiql-lang';
import type { CheckJob, ScriptCheck } from '../job.js';
import { INPUT_FOLDER, listFiles, OUTPUT_FOLDER, type Area } from '../paths/index.js';
import { readColumns, type ReadHeader } from '../sources/index.js';
import { boundDiagnostics } from './bound-diagnostics.js';

/** Tables that are looked into for one check; a script names few. */
const MOST_TABLES = 20;

/** Checks a script against the files that it may load. A megabyte of mistakes takes seconds: this is a worker's work. */
export async function checkScript(
  { script, area, models, goneModels = {}, endingModels = {} }: CheckJob,
  readHeader: ReadHeader,
): Promise<ScriptCheck> {
  const parsed = parse(script);
  const [input, output] = await Promise.all([
    listFiles(area, `${INPUT_FOLDER}**/*`),
    listFiles(area, `${OUTPUT_FOLDER}**/*`),
  ]);
  const files = [...input, ...output].map(({ path }) => path);
  const headers = await headersOf(tablesNamedIn(script, files), area, readHeader);
  const { batchType, diagnostics } = validate(parsed, { files, headers, models, goneModels, endingModels });
  return {
    batchType,
    diagnostics: boundDiagnostics(diagnostics),
    validity: summarize(diagnostics),
    headers,
    plan: diagnostics.some(isError) ? null : compile(parsed.tree),
  };
}

const isError = ({ severity }: Diagnostic): boolean => severity === 'error';

/** The columns of those tables that can be looked into. */
async function headersOf(
  tables: readonly string[],
  area: Area,
  readHeader: ReadHeader,
): Promise<Record<string, readonly string[]>> {
  const headers: Record<string, readonly string[]> = {};
  for (const path of tables.slice(0, MOST_TABLES)) {
    const columns = await readColumns(area, path, readHeader);
    if (columns !== null && columns.length > 0) headers[path] = columns;
  }
  return headers;
}
