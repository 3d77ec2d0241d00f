import { format } from '@promptwell/baiql-lang';
import { readArguments } from '../arguments.js';
import { type Command, EXIT, type Io, UsageError } from '../command.js';
import {
  reportUnreadable,
  isUnreadable,
  readScripts,
  type ScriptFile,
  STANDARD_INPUT,
  writeScript,
} from '../files/read-scripts.js';

/** Handles one script; resolves with the exit status. */
type Action = (script: ScriptFile, formatted: string, io: Io) => Promise<number>;

const print: Action = (_script, formatted, io) => {
  io.print(formatted);
  return Promise.resolve(EXIT.ok);
};

const check: Action = ({ file, text }, formatted, io) => {
  if (formatted === text) return Promise.resolve(EXIT.ok);
  io.print(`${file}\n`);
  return Promise.resolve(EXIT.found);
};

const write: Action = async ({ file, text }, formatted, io) => {
  if (formatted === text) return EXIT.ok;
  const fault = await writeScript(file, formatted);
  if (fault !== null) return reportUnreadable(fault, io);
  io.print(`${file}\n`);
  return EXIT.ok;
};

async function run(args: readonly string[], io: Io): Promise<number> {
  const { options, rest } = readArguments(args, { check: { takes: 'nothing' }, write: { takes: 'nothing' } });
  if (options.check && options.write) throw new UsageError('Choose one of --check and --write.');
  if (options.write && rest.includes(STANDARD_INPUT)) {
    throw new UsageError('Standard input (-) cannot be written back.');
  }
  const act = options.check ? check : options.write ? write : print;
  let status: number = EXIT.ok;
  for await (const script of readScripts(rest, io)) {
    const outcome = isUnreadable(script)
      ? reportUnreadable(script, io)
      : await act(script, format(script.text), io);
    status = Math.max(status, outcome);
  }
  return status;
}

export const command: Command = {
  usage: `Usage: baiql fmt FILE… [--check|--write]

Formats scripts: indentation, upper case, quotes. What they mean stays the same.

  FILE       a script, a folder with .baiql files, or - for standard input
  --check    changes nothing; names the scripts that are not formatted
  --write    writes the scripts back; names those that changed
  (neither)  prints the formatted scripts

Exit status: 0 done, 1 a script is not formatted (--check), 2 wrong usage or a
file that cannot be read or written.
`,
  run,
};
