import path from 'node:path';
import { readArguments } from '../arguments.js';
import { UsageError } from '../command.js';

/** Default output folder. */
export const DEFAULT_OUT = 'output';

/** The arguments of `baiql run`. */
export interface RunSettings {
  readonly script: string;
  /** Real folders, absolute. */
  readonly files: string;
  readonly out: string;
  readonly state: string;
  /** Start without confirmation. */
  readonly yes: boolean;
  /** Id of the run to continue; null for a new one. */
  readonly resume: string | null;
  /** A trial: the number of transactions per batch; null for all. */
  readonly first: number | null;
  readonly model: string | null;
  readonly baseUrl: string | null;
  /** Reuse paid replies of earlier runs. */
  readonly reuse: boolean;
  /** Skip unknown lines instead of refusing the script. */
  readonly allowUnknown: boolean;
  /** The summary as JSON. */
  readonly json: boolean;
}

/** @throws UsageError */
export function readSettings(args: readonly string[]): RunSettings {
  const { options, rest } = readArguments(args, {
    files: { takes: 'value' },
    out: { takes: 'value' },
    yes: { takes: 'nothing' },
    resume: { takes: 'value' },
    first: { takes: 'value' },
    model: { takes: 'value' },
    'base-url': { takes: 'value' },
    reuse: { takes: 'nothing' },
    'allow-unknown': { takes: 'nothing' },
    state: { takes: 'value' },
    json: { takes: 'nothing' },
  });
  const { first, 'base-url': baseUrl } = options;
  const [script, ...more] = rest;
  if (script === undefined) throw new UsageError('No script given.');
  if (more.length > 0) throw new UsageError('Only one script can run at a time.');
  if (first !== undefined && !/^[1-9]\d{0,8}$/u.test(first)) {
    throw new UsageError('--first must be a whole number, such as 5.');
  }
  if (baseUrl !== undefined && !isHttpUrl(baseUrl)) {
    throw new UsageError('--base-url must be an http or https address, such as http://localhost:11434/v1.');
  }
  const out = path.resolve(options.out ?? DEFAULT_OUT);
  return {
    script,
    files: path.resolve(options.files ?? (script === '-' ? '.' : path.dirname(script))),
    out,
    state: path.resolve(options.state ?? path.join(out, '.baiql', 'state.db')),
    yes: options.yes === true,
    resume: options.resume ?? null,
    first: first === undefined ? null : Number(first),
    model: options.model ?? null,
    baseUrl: baseUrl ?? null,
    reuse: options.reuse === true,
    allowUnknown: options['allow-unknown'] === true,
    json: options.json === true,
  };
}

export function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/u.test(new URL(text).protocol);
}
