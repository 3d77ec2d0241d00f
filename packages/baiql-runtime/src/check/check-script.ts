import {
  compile,
  parse,
  resolvePath,
  summarize,
  validate,
  type Diagnostic,
  type Plan,
  type PlanText,
} from '@promptwell/baiql-lang';
import type { CheckJob, ScriptCheck } from '../job.js';
import { INPUT_FOLDER, listFiles, OUTPUT_FOLDER, type Area } from '../paths/index.js';
import { readColumns, type ReadHeader } from '../sources/index.js';
import { boundDiagnostics } from './bound-diagnostics.js';

/** Tables that are looked into for one check; a script names few. */
const MOST_TABLES = 20;

/** Checks a script against the files that it may load. A megabyte of mistakes takes seconds: this is a worker's work. */
export async function checkScript(
  { script, area, models, goneModels = {} }: CheckJob,
  readHeader: ReadHeader,
): Promise<ScriptCheck> {
  const parsed = parse(script);
  const plan = compile(parsed.tree);
  const [input, output] = await Promise.all([
    listFiles(area, `${INPUT_FOLDER}**/*`),
    listFiles(area, `${OUTPUT_FOLDER}**/*`),
  ]);
  const files = [...input, ...output].map(({ path }) => path);
  const headers = await headersOf(plan, area, readHeader);
  const { batchType, diagnostics } = validate(parsed, { files, headers, models, goneModels });
  return {
    batchType,
    diagnostics: boundDiagnostics(diagnostics),
    validity: summarize(diagnostics),
    headers,
    plan: diagnostics.some(isError) ? null : plan,
  };
}

const isError = ({ severity }: Diagnostic): boolean => severity === 'error';

/** The columns of what is loaded AS FILE, where its path is a plain text. */
async function headersOf(
  plan: Plan,
  area: Area,
  readHeader: ReadHeader,
): Promise<Record<string, readonly string[]>> {
  const tables = new Set<string>();
  for (const item of plan.items) {
    if (item.kind !== 'batch') continue;
    const folder = plain(item.pathIn);
    for (const { type, path } of item.loads) {
      const file = plain(path);
      const whole = type === 'FILE' && folder !== null && file !== null ? resolvePath(folder, file) : null;
      if (whole !== null) tables.add(whole);
    }
  }
  const headers: Record<string, readonly string[]> = {};
  for (const path of [...tables].slice(0, MOST_TABLES)) {
    const columns = await readColumns(area, path, readHeader);
    if (columns) headers[path] = columns;
  }
  return headers;
}

function plain(text: PlanText): string | null {
  return text.every((part) => 'literal' in part) ? text.map((part) => part.literal).join('') : null;
}
