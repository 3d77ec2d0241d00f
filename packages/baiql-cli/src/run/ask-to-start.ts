import { createInterface } from 'node:readline/promises';
import type { Engine, Estimate } from '@promptwell/baiql-runtime';
import { EXIT, type Io, UsageError } from '../command.js';
import type { ScriptFile } from '../files/read-scripts.js';
import { countTokens } from './host.js';
import type { RunSettings } from './settings.js';
import type { StateFile } from './state/open-state.js';
import { answeredAt, insertRun } from './state/run-store.js';
import { PERSON, type Work } from './work.js';
import { count, dollars, plural } from './format.js';

/**
 * Shows what a new run may cost, and asks for confirmation. Returns the work with its estimated sources, or else the
 * exit status.
 */
export async function askToStart(
  work: Work,
  settings: RunSettings,
  script: ScriptFile,
  state: StateFile,
  engine: Engine,
  io: Io,
): Promise<Work | number> {
  // With --json, standard output has only the JSON line.
  const tell = settings.json ? io.printError : io.print;
  const estimate = await estimateWork(work, state, engine);
  // If the run cannot start, cost figures would only distract.
  if (estimate.problems.length > 0) {
    io.printError(estimate.problems.map((problem) => `${script.file}: ${problem}\n`).join(''));
    return EXIT.usage;
  }
  tell(showEstimate(estimate, { isDemo: work.models.isDemo, reuse: work.reuse }));
  if (isValidateOnly(work)) {
    tell(showPrompts(estimate));
    return EXIT.ok;
  }
  if (!settings.yes && !(await confirmStart())) return EXIT.stopped;
  insertRun(state, { ...work, script: script.text, baseUrl: settings.baseUrl }, Date.now());
  return { ...work, estimated: estimate.sources };
}

/** Estimates the requests and cost of the work. */
function estimateWork(
  { plan, area, first, model, models }: Work,
  state: StateFile,
  engine: Engine,
): Promise<Estimate> {
  return engine.estimate(
    { plan, area, person: PERSON, modelOverride: model, ...(first === null ? {} : { first }) },
    {
      findModel: (name) => Promise.resolve(models.find(name)),
      countTokens,
      answeredAt: (requests) => Promise.resolve(answeredAt(state, requests)),
    },
  );
}

function isValidateOnly({ plan }: Work): boolean {
  const batches = plan.items.filter((item) => item.kind === 'batch');
  return batches.length > 0 && batches.every(({ mode }) => mode === 'VALIDATE');
}

function showPrompts({ prompts }: Estimate): string {
  return prompts.map(({ number, text }) => `\n--- prompt of transaction ${number} ---\n${text}\n`).join('');
}

/** Asks on the terminal whether to start. @throws UsageError if there is no terminal. */
async function confirmStart(): Promise<boolean> {
  if (!process.stdin.isTTY) {
    throw new UsageError('There is no terminal to ask on. Add --yes to start without confirmation.');
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question('Start? [y/N] ');
    return /^y(?:es)?$/iu.test(answer.trim());
  } finally {
    terminal.close();
  }
}

/** The estimate shown before anything is sent. */
export function showEstimate(
  estimate: Estimate,
  { isDemo, reuse }: { isDemo: boolean; reuse: boolean },
): string {
  const { batches, transactions, requests, models, inputTokens, answered } = estimate;
  const isSampled = batches.some((batch) => batch.isSampled);
  const rows: [string, string][] = [
    ['Transactions', count(transactions)],
    ['Requests', requests === 0 ? '0' : `${count(requests)}, to ${models.join(', ')}`],
    ['Input', `${isSampled ? 'about ' : ''}${plural(inputTokens, 'token')}`],
    ...costsOf(reuse && answered !== null ? answered : estimate),
  ];
  if (estimate.costLimitMicroUsd !== null) rows.push(['Cost limit', dollars(estimate.costLimitMicroUsd)]);
  if (answered !== null) {
    const before = `${count(answered.transactions)} of ${plural(transactions, 'row')} on ${dayOf(answered.latestMs)}`;
    const how = reuse ? 'reused' : `--reuse takes these answers: ${likelyCost(answered)}`;
    rows.push(['Answered', `${before} (${how})`]);
  }
  const lines = rows.map(([name, value]) => `  ${name.padEnd(13)} ${value}\n`);
  const notes = estimate.notes.map((note) => `  Note: ${note}\n`);
  const demo = isDemo
    ? '  The Demo model replies, because no provider key is set: its replies are made up.\n'
    : '';
  return `${lines.join('')}${notes.join('')}${demo}`;
}

type Costs = Pick<Estimate, 'lowMicroUsd' | 'likelyMicroUsd' | 'highMicroUsd'>;

function costsOf({ lowMicroUsd, likelyMicroUsd, highMicroUsd }: Costs): [string, string][] {
  if (lowMicroUsd === null || likelyMicroUsd === null || highMicroUsd === null) {
    return [['Cost', 'unknown (the model’s price is unknown)']];
  }
  return [
    ['Likely cost', dollars(likelyMicroUsd)],
    ['Cost range', `${dollars(lowMicroUsd)} to ${dollars(highMicroUsd)}`],
  ];
}

const likelyCost = ({ likelyMicroUsd }: Costs): string =>
  likelyMicroUsd === null ? 'the cost is unknown' : `about ${dollars(likelyMicroUsd)}`;

const dayOf = (atMs: number): string =>
  new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' }).format(atMs);
