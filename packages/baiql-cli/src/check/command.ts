import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Environment, fixAll, validate } from '@promptwell/baiql-lang';
import { readArguments } from '../arguments.js';
import { type Command, EXIT, type Io, UsageError } from '../command.js';
import {
  reportUnreadable,
  isUnreadable,
  readScripts,
  type ScriptFile,
  STANDARD_INPUT,
  type Unreadable,
  writeScript,
} from '../files/read-scripts.js';
import { DEFAULT_OUT } from '../run/settings.js';
import type { Checked, Reporter } from './reporter.js';

const FORMATS = ['pretty', 'json', 'sarif'] as const;

const REPORTERS: Readonly<Record<(typeof FORMATS)[number], () => Promise<{ readonly reporter: Reporter }>>> =
  {
    pretty: () => import('./pretty/report.js'),
    json: () => import('./json.js'),
    sarif: () => import('./sarif.js'),
  };

async function run(args: readonly string[], io: Io): Promise<number> {
  const { options, rest } = readArguments(args, {
    files: { takes: 'value' },
    out: { takes: 'value' },
    models: { takes: 'value' },
    fix: { takes: 'nothing' },
    format: { takes: FORMATS },
  });
  if (options.fix && rest.includes(STANDARD_INPUT)) {
    throw new UsageError('Standard input (-) cannot be written back.');
  }
  const environmentOf = await environments(options.files, options.out, options.models);
  const { reporter } = await REPORTERS[options.format ?? 'pretty']();
  const checked: Checked[] = [];
  const unreadable: Unreadable[] = [];
  for await (const script of readScripts(rest, io)) {
    if (isUnreadable(script)) unreadable.push(script);
    else {
      const environment = await environmentOf(script);
      const fixed = options.fix ? await applySafeFixes(script, environment) : script;
      if (isUnreadable(fixed)) unreadable.push(fixed);
      else checked.push(check(fixed.file, fixed.text, environment));
    }
  }
  io.print(reporter({ checked, unreadable }, io));
  for (const each of unreadable) reportUnreadable(each, io);
  if (unreadable.length > 0) return EXIT.usage;
  return checked.some(hasErrors) ? EXIT.found : EXIT.ok;
}

/** The environment of a script: the given folders, or those a run would use; and the list of models. */
async function environments(
  folder: string | undefined,
  outputs: string | undefined,
  list: string | undefined,
): Promise<(script: ScriptFile) => Promise<Environment>> {
  const out = path.resolve(outputs ?? DEFAULT_OUT);
  const models = list === undefined ? await modelsOfProviders() : { models: await readModels(list) };
  const { environmentOfFolder, readEnvironment, withNamedEncodings } =
    await import('../files/read-environment.js');
  const given = folder === undefined ? null : { folder, environment: await readEnvironment(folder, out) };
  const beside = new Map<string, Promise<Environment>>();
  return async ({ file, text }) => {
    if (given !== null) {
      const folders = { folder: given.folder, out };
      return { ...(await withNamedEncodings(given.environment, folders, text)), ...models };
    }
    if (file === STANDARD_INPUT) return models;
    const own = path.dirname(path.resolve(file));
    const known = beside.get(own) ?? environmentOfFolder(path.resolve(file), out);
    beside.set(own, known);
    return { ...(await withNamedEncodings(await known, { folder: own, out }, text)), ...models };
  };
}

/** The provider catalog is loaded only if there is a provider's key. */
async function modelsOfProviders(): Promise<Omit<Environment, 'files' | 'headers'>> {
  if (!Object.keys(process.env).some((name) => name.endsWith('_API_KEY'))) return {};
  const { namesOfModels } = await import('../run/find-models.js');
  return namesOfModels(process.env, new Date().toISOString().slice(0, 10)) ?? {};
}

/** Reads model names, one per line or a JSON array. @throws UsageError */
async function readModels(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new UsageError(`There is no file ${file} with models.`);
  });
  return text
    .split(/[\r\n,[\]"]+/u)
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** Applies all safe fixes to the script and its file. */
async function applySafeFixes(
  script: ScriptFile,
  environment: Environment,
): Promise<ScriptFile | Unreadable> {
  const text = fixAll(script.text, environment);
  if (text === script.text) return script;
  return (await writeScript(script.file, text)) ?? { file: script.file, text };
}

function check(file: string, text: string, environment: Environment): Checked {
  const { batchType, diagnostics } = validate(text, environment);
  return { file, text, batchType, diagnostics };
}

function hasErrors({ diagnostics }: Checked): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}

export const command: Command = {
  usage: `Usage: baiql check FILE… [--files DIR] [--out DIR] [--models FILE]
                   [--fix] [--format pretty|json|sarif]

Checks scripts and suggests fixes.

  FILE            a script, a folder with .baiql files, or - for standard input
  --files DIR     the folder that stands for /data/input/ (the script's own
                  folder when absent): its files, and the columns of its
                  csv, tsv, xlsx, json and jsonl files, are checked too
  --out DIR       the folder that stands for /data/output/ (./output when
                  absent), for scripts that load what a run has written
  --models FILE   the names of available models, one per line (those of the
                  environment's provider keys when absent)
  --fix           apply fixes that are certain to the files
  --format KIND   pretty (for people; the default), json, or sarif (2.1.0)

Exit status: 0 no errors, 1 errors, 2 wrong usage or a file that cannot be read.
`,
  run,
};
