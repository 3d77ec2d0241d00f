import { compile, parse, type Plan, validate } from '@promptwell/baiql-lang';
import { reporter } from '../check/pretty/report.js';
import type { Io } from '../command.js';
import { readEnvironment, withNamedEncodings } from '../files/read-environment.js';
import type { ScriptFile } from '../files/read-scripts.js';
import { namesOfModels } from './find-models.js';
import type { RunSettings } from './settings.js';

/** The plan of a runnable script; otherwise shows the errors and returns none. */
export async function planScript(
  { file, text }: ScriptFile,
  settings: RunSettings,
  io: Io,
): Promise<Plan | null> {
  const { model, baseUrl, resume, allowUnknown } = settings;
  const today = new Date().toISOString().slice(0, 10);
  const models = model === null && baseUrl === null ? namesOfModels(process.env, today) : null;
  const folders = { folder: settings.files, out: settings.out };
  const environment = await withNamedEncodings(
    await readEnvironment(folders.folder, folders.out),
    folders,
    text,
  );
  const { batchType, diagnostics } = validate(text, { ...environment, ...models });
  const shown = diagnostics.filter(({ severity }) => severity !== 'hint');
  if (shown.length > 0) {
    io.printError(reporter({ checked: [{ file, text, batchType, diagnostics: shown }], unreadable: [] }, io));
  }
  if (diagnostics.some(({ severity }) => severity === 'error')) return null;
  // Such a line would be skipped in a run that costs money.
  if (resume === null && !allowUnknown && diagnostics.some(({ code }) => code === UNKNOWN_COMMAND)) {
    io.printError(
      'Nothing was run: the script has lines that are not commands. Use --allow-unknown to skip them.\n',
    );
    return null;
  }
  return compile(parse(text).tree);
}

const UNKNOWN_COMMAND = 'BQ201';

/** True if a run that began with one plan may continue with another: only limits may differ. */
export function hasSamePlan(before: Plan, now: Plan): boolean {
  return JSON.stringify(withoutLimits(before)) === JSON.stringify(withoutLimits(now));
}

function withoutLimits(plan: Plan): unknown {
  return JSON.parse(
    JSON.stringify(plan, (key, value: unknown) => (key === 'limit' || key === 'line' ? undefined : value)),
  );
}
