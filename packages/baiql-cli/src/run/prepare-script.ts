import { compile, parse, type Plan, validate } from '@promptwell/baiql-lang';
import { reporter } from '../check/pretty/report.js';
import type { Io } from '../command.js';
import { readEnvironment } from '../files/read-environment.js';

/** The plan of a script without errors; with errors they are shown and there is none. */
export async function planScript(
  file: string,
  text: string,
  filesFolder: string,
  io: Io,
): Promise<Plan | null> {
  const environment = await readEnvironment(filesFolder);
  const { batchType, diagnostics } = validate(text, environment);
  const told = diagnostics.filter(({ severity }) => severity !== 'hint');
  if (told.length > 0) {
    io.complain(reporter({ checked: [{ file, text, batchType, diagnostics: told }], unreadable: [] }, io));
  }
  if (diagnostics.some(({ severity }) => severity === 'error')) return null;
  return compile(parse(text).tree);
}

/** Whether a run that began with one plan may go on with another: only its limits may differ. */
export function isSameWork(before: Plan, now: Plan): boolean {
  return JSON.stringify(withoutLimits(before)) === JSON.stringify(withoutLimits(now));
}

function withoutLimits(plan: Plan): unknown {
  return JSON.parse(
    JSON.stringify(plan, (key, value: unknown) => (key === 'limit' || key === 'line' ? undefined : value)),
  );
}
