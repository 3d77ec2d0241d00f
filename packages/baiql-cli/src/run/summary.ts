import type { ExpectationCount, RunOutcome } from '@promptwell/baiql-runtime';
import { count, dollars, duration } from './format.js';

/** The last line of `--json`. */
export interface RunSummary {
  readonly id: string;
  readonly status: RunOutcome['status'];
  readonly reason?: string;
  readonly total: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly skipped: number;
  /** Successful transactions with a truncated reply (token limit or broken connection). Absent if there are none. */
  readonly cutOff?: number;
  /** Transactions with a reply that was stored before and cost nothing. Absent if there are none. */
  readonly reused?: number;
  /** Null if the price is unknown. */
  readonly costUsd: number | null;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly elapsedMs: number;
  /** How often each EXPECT was met, by the model. Absent: the script has none. */
  readonly expects?: readonly ExpectationCount[];
  readonly outputs: readonly string[];
}

export function summarize(
  id: string,
  { status, reason, totals, outputs, expects }: RunOutcome,
  elapsedMs: number,
  realPathOf: (virtual: string) => string,
): RunSummary {
  const { total, succeeded, failed, skipped, cutOff, reused, costMicroUsd, inputTokens, outputTokens } =
    totals;
  return {
    id,
    status,
    ...(reason === null ? {} : { reason }),
    total,
    succeeded,
    failed,
    skipped,
    ...(cutOff === 0 ? {} : { cutOff }),
    ...(reused === 0 ? {} : { reused }),
    costUsd: costMicroUsd === null ? null : costMicroUsd / 1_000_000,
    inputTokens,
    outputTokens,
    elapsedMs,
    ...(expects === undefined ? {} : { expects }),
    outputs: outputs.map(({ path }) => realPathOf(path)),
  };
}

const MAX_SHOWN_OUTPUTS = 12;

export function showSummary(summary: RunSummary): string {
  const {
    total,
    succeeded,
    failed,
    skipped,
    cutOff = 0,
    reused = 0,
    costUsd,
    inputTokens,
    outputTokens,
    outputs,
    expects = [],
  } = summary;
  const rows: [string, string][] = [
    ['Status', summary.reason === undefined ? summary.status : `${summary.status} (${summary.reason})`],
    ['Succeeded', `${count(succeeded)} of ${count(total)}`],
    ['Failed', count(failed)],
    ['Skipped', count(skipped)],
    ...(cutOff === 0 ? [] : [['Cut off', count(cutOff)] satisfies [string, string]]),
    ...(reused === 0
      ? []
      : [['Reused', `${count(reused)} answered before, free`] satisfies [string, string]]),
    ['Cost', dollars(costUsd === null ? null : Math.round(costUsd * 1_000_000))],
    ['Tokens', `${count(inputTokens)} in, ${count(outputTokens)} out`],
    ['Time', duration(summary.elapsedMs)],
    ['Run', summary.id],
  ];
  const expected = expects.map(
    ({ label, model, met, total: of }) => `  ${label}: ${count(met)} of ${count(of)} (${model})\n`,
  );
  const files = outputs.slice(0, MAX_SHOWN_OUTPUTS).map((file) => `  ${file}\n`);
  const more = outputs.length - files.length;
  const rest = more > 0 ? `  and ${count(more)} more\n` : '';
  const table = rows.map(([name, value]) => `  ${name.padEnd(10)} ${value}\n`).join('');
  const expectations = expected.length === 0 ? '' : `\nExpected\n${expected.join('')}`;
  return `${table}${expectations}${files.length === 0 ? '' : `\nFiles\n${files.join('')}${rest}`}`;
}
