import {
  compile,
  encodingNamedFor,
  parse,
  summarize,
  tablesNamedIn,
  validate,
  type Diagnostic,
} from '@promptwell/baiql-lang';
import type { CheckJob, ScriptCheck } from '../job.js';
import { INPUT_FOLDER, listFiles, OUTPUT_FOLDER } from '../paths/index.js';
import { collectTableFacts, readColumns, type ReadHeader } from '../sources/index.js';
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
  const named = tablesNamedIn(script, files).slice(0, MAX_TABLES);
  const tables = await collectTableFacts(named, (path) =>
    readColumns(area, path, readHeader, encodingNamedFor(script, path)),
  );
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
