import { type Environment, validate } from '@promptwell/baiql-lang';
import { readArguments } from '../arguments.js';
import { type Command, EXIT, type Io } from '../command.js';
import { complainAbout, isUnreadable, readScripts, type Unreadable } from '../files/read-scripts.js';
import type { Checked, Reporter } from './reporter.js';

const FORMATS = ['pretty', 'json', 'sarif'] as const;
type Format = (typeof FORMATS)[number];

const REPORTERS: Readonly<Record<Format, () => Promise<{ readonly reporter: Reporter }>>> = {
  pretty: () => import('./pretty/report.js'),
  json: () => import('./json.js'),
  sarif: () => import('./sarif.js'),
};

async function run(args: readonly string[], io: Io): Promise<number> {
  const { options, rest } = readArguments(args, {
    files: { takes: 'value' },
    format: { takes: FORMATS },
  });
  const environment = typeof options.files === 'string' ? await environmentOf(options.files) : {};
  const format = FORMATS.find((each) => each === options.format) ?? 'pretty';
  const { reporter } = await REPORTERS[format]();
  const checked: Checked[] = [];
  const unreadable: Unreadable[] = [];
  for await (const script of readScripts(rest, io)) {
    if (isUnreadable(script)) unreadable.push(script);
    else checked.push(check(script.file, script.text, environment));
  }
  io.print(reporter({ checked, unreadable }, io));
  for (const each of unreadable) complainAbout(each, io);
  if (unreadable.length > 0) return EXIT.usage;
  return checked.some(hasErrors) ? EXIT.found : EXIT.ok;
}

async function environmentOf(folder: string): Promise<Environment> {
  const { readEnvironment } = await import('../files/read-environment.js');
  return readEnvironment(folder);
}

function check(file: string, text: string, environment: Environment): Checked {
  const { batchType, diagnostics } = validate(text, environment);
  return { file, text, batchType, diagnostics };
}

function hasErrors({ diagnostics }: Checked): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}

export const command: Command = {
  usage: `Usage: baiql check FILE… [--files DIR] [--format pretty|json|sarif]

Says what is wrong with scripts, and how to mend it.

  FILE            a script, a folder with .baiql files, or - for standard input
  --files DIR     the folder that stands for /data/input/: its files, and the
                  columns of its csv and tsv files, are checked too
  --format KIND   pretty (for people; the default), json, or sarif (2.1.0)

Exit status: 0 no errors, 1 errors, 2 wrong usage or a file that cannot be read.
`,
  run,
};
