import type { Command } from '../command.js';
import { readSettings } from './settings.js';

export const command: Command = {
  usage: `Usage: baiql run FILE [--files DIR] [--out DIR] [--yes] [--first N] [--resume ID]
                [--model M] [--base-url URL] [--state FILE] [--allow-unknown] [--json]

Runs a script on the files of a folder: says first what it may cost, and asks.

  FILE            the script, or - for standard input
  --files DIR     the folder that stands for /data/input/ (the script's own folder
                  when absent)
  --out DIR       the folder that stands for /data/output/ (output when absent)
  --yes           start without being asked
  --first N       try the first N rows, lines or files; --resume does the rest
  --resume ID     go on with a run that stopped or was a trial; try again what
                  failed in one that finished. Nothing is paid twice
  --model M       ask this model, whatever the script names
  --base-url URL  ask a server that speaks OpenAI's chat completions
  --state FILE    where the run is kept (DIR/.baiql/state.db when absent);
                  texts read from documents are kept beside it for 7 days
  --allow-unknown leave lines out that are not commands, instead of refusing them
  --json          print the summary as one line of JSON

Keys are taken from the environment: OPENAI_API_KEY, ANTHROPIC_API_KEY,
GEMINI_API_KEY, PERPLEXITY_API_KEY, and ..._BASE_URL. OPENAI_API=responses says
that a server of your own speaks OpenAI's Responses instead of its chat
completions. Without any key, the built-in Demo model answers.

Exit status: 0 all succeeded or were skipped on purpose, 1 the script has
errors, 2 wrong usage or a file that cannot be read, 3 finished with failed
transactions, 4 stopped before the end.
`,
  async run(args, io) {
    const settings = readSettings(args);
    const { runScript } = await import('./run-script.js');
    return runScript(settings, io);
  },
};
