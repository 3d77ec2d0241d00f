import type { Command } from '../command.js';
import { readSettings } from './settings.js';

export const command: Command = {
  usage: `Usage: baiql run FILE [--files DIR] [--out DIR] [--yes] [--first N] [--resume ID]
                [--model M] [--base-url URL] [--state FILE] [--reuse]
                [--allow-unknown] [--json]

Runs a script on the files in a folder. Shows the estimated cost and asks before starting.

  FILE            the script, or - for standard input
  --files DIR     the folder that stands for /data/input/ (the script's own folder
                  when absent)
  --out DIR       the folder that stands for /data/output/ (output when absent)
  --yes           start without confirmation
  --first N       run only the first N rows, lines or files; --resume does the rest
  --resume ID     continue a run that stopped or was a trial, or retry what failed
                  in a finished one; files of it that another run has replaced
                  are written again. Nothing is paid twice
  --model M       use this model instead of the script's model
  --base-url URL  use a server that speaks OpenAI's chat completions
  --state FILE    where the run is saved (DIR/.baiql/state.db when absent);
                  texts read from documents are kept beside it for 7 days
  --reuse         take the answers that earlier runs saved in this state have paid for,
                  where the prompt, the model and its settings are the same
  --allow-unknown skip lines that are not commands instead of refusing them
  --json          print the summary as one line of JSON

A trial, or a run that stopped early, never replaces the file of a complete run:
it writes marks (trial).xlsx or marks (35 of 201).xlsx beside it.

Keys are taken from the environment: OPENAI_API_KEY, ANTHROPIC_API_KEY,
GEMINI_API_KEY, PERPLEXITY_API_KEY, and ..._BASE_URL. Set OPENAI_API=responses
if your own server speaks OpenAI's Responses instead of its chat completions.
Without any key, the built-in Demo model replies.

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
