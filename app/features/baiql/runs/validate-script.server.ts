import type { Diagnostic } from '@promptwell/baiql-lang';
import { costCents } from '~/core/shared/money';
import type { Actor } from '~/core/server/session.server';
import type { Baiql } from '../create-baiql.server';
import { checkScript, type CheckedScript } from './check-script.server';

export interface ValidationError {
  line: number;
  message: string;
  severity: 'error' | 'warning';
}

/** What the answer to VALIDATE says of a script. */
export function describeChecks({ batchType, diagnostics, validity }: CheckedScript) {
  return { batchType, validationErrors: validationErrors(diagnostics), diagnostics, validity };
}

/** Checks a script and says what a run of it would do and cost. Nothing is sent, and nothing is charged. */
export async function validateScript(
  deps: Pick<Baiql, 'areas' | 'completion' | 'engine'>,
  actor: Actor,
  request: { script: string; model: string | null; signal?: AbortSignal },
) {
  const checked = await checkScript(deps, actor, request);
  const estimate = checked.sound?.estimate ?? null;
  return {
    ...describeChecks(checked),
    transactions: estimate?.transactions ?? null,
    requests: estimate?.requests ?? null,
    inputTokens: estimate?.inputTokens ?? null,
    estLowCents: cents(estimate?.lowMicroUsd),
    estHighCents: cents(estimate?.highMicroUsd),
    costLimitCents: cents(estimate?.costLimitMicroUsd),
    prompts: estimate?.prompts ?? [],
    batches: (estimate?.batches ?? []).map(({ lowMicroUsd, highMicroUsd, ...batch }) => ({
      ...batch,
      estLowCents: cents(lowMicroUsd),
      estHighCents: cents(highMicroUsd),
    })),
    problems: estimate?.problems ?? [],
    notes: estimate?.notes ?? [],
  };
}

const cents = (microUsd: number | null | undefined): number | null =>
  microUsd === null || microUsd === undefined ? null : costCents(BigInt(Math.round(microUsd)));

/** Hints are for the editor alone. */
const validationErrors = (diagnostics: readonly Diagnostic[]): ValidationError[] =>
  diagnostics.flatMap(({ severity, message, range }) =>
    severity === 'hint' ? [] : [{ line: range.start.line, message: message || 'Validation error', severity }],
  );
