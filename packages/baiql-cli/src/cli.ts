import { readFileSync } from 'node:fs';
import { type Command, EXIT, type Io, UsageError } from './command.js';

interface CommandEntry {
  readonly summary: string;
  readonly load: () => Promise<{ readonly command: Command }>;
}

/** All commands. Only the requested one is loaded. */
const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  check: {
    summary: 'checks scripts and suggests fixes',
    load: () => import('./check/command.js'),
  },
  fmt: {
    summary: 'formats scripts',
    load: () => import('./fmt/command.js'),
  },
  run: {
    summary: 'runs a script on the files in a folder',
    load: () => import('./run/command.js'),
  },
};

function overview(): string {
  const width = Object.keys(COMMANDS).reduce((widest, { length }) => Math.max(widest, length), 0);
  const lines = Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`);
  return `Usage: baiql COMMAND …\n\n${lines.join('\n')}\n\nRun baiql COMMAND --help for details, baiql --version for the version.\n`;
}

/** The version of this package, whose folder contains this file's, built or not. */
function version(): string {
  const file = new URL('../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

/** Runs the command line; resolves with the exit status. Usage errors do not reject. */
export async function runCli(args: readonly string[], io: Io): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined) {
    io.printError(`No command given.\n\n${overview()}`);
    return EXIT.usage;
  }
  if (name === '--help' || name === '-h' || name === 'help') {
    io.print(overview());
    return EXIT.ok;
  }
  if (name === '--version' || name === '-v') {
    io.print(`${version()}\n`);
    return EXIT.ok;
  }
  const entry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (entry === undefined) {
    io.printError(`Unknown command: ${name}.\n\n${overview()}`);
    return EXIT.usage;
  }
  const { command } = await entry.load();
  if (rest.includes('--help') || rest.includes('-h')) {
    io.print(command.usage);
    return EXIT.ok;
  }
  try {
    return await command.run(rest, io);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    // The full usage text would scroll the message out of view.
    const [form = ''] = command.usage.split('\n\n', 1);
    io.printError(`${error.message}\n\n${form}\n\nRun baiql ${name} --help for details.\n`);
    return EXIT.usage;
  }
}
