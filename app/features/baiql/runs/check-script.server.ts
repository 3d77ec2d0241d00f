import {
  compile,
  parse,
  resolvePath,
  summarize,
  validate,
  type Environment,
  type ParsedScript,
  type Plan,
  type PlanText,
} from '@promptwell/baiql-lang';
import {
  INPUT_FOLDER,
  listFiles,
  OUTPUT_FOLDER,
  readColumns,
  type Area,
  type Estimate,
} from '@promptwell/baiql-runtime';
import { DomainError } from '~/core/shared/errors';
import { costCents } from '~/core/shared/money';
import type { Actor } from '~/core/server/session.server';
import type { Services } from '~/services';
import { countTexts } from '../host/count-request.server';
import { findModel, modelNames } from '../host/find-model.server';
import type { Checks, Validation } from './schema';

/** Tables that are looked into for one check; a script names few. */
const MAX_TABLES = 20;

export interface CheckScript {
  script: string;
  model: string | null;
  signal: AbortSignal;
}

/** What can be said of a script without asking a model. */
export interface CheckedScript {
  checks: Checks;
  /** Null when there are errors. */
  sound: { plan: Plan; estimate: Estimate } | null;
}

/** Checks a script against one's own files and the models, and works out what a run would do. Nothing is sent. */
export async function checkScript(
  services: Services,
  actor: Actor,
  { script, model, signal }: CheckScript,
): Promise<CheckedScript> {
  const { areas, engine } = services.baiql;
  const area = await areas.of(actor.userId);
  const parsed = parse(script);
  const { batchType, diagnostics } = validate(parsed, await environmentOf(services, area, parsed));
  const validationErrors = diagnostics.flatMap(({ severity, message, range }) =>
    severity === 'hint' ? [] : [{ line: range.start.line, message: message || 'Validation error', severity }],
  );
  const checks = { batchType, validationErrors, diagnostics, validity: summarize(diagnostics) };
  if (diagnostics.some(({ severity }) => severity === 'error')) return { checks, sound: null };
  const plan = compile(parsed.tree);
  const person = {
    userId: actor.userId,
    userName: `${actor.firstName} ${actor.lastName}`.trim(),
    sessionId: '',
  };
  try {
    const estimate = await engine.estimate(
      { plan, area, person, modelOverride: model },
      { findModel: (name) => findModel(services, actor, name), countTokens: countTexts },
      signal,
    );
    return { checks, sound: { plan, estimate } };
  } catch (error) {
    // The worker was ended because nobody waits for its answer any more.
    if (signal.aborted) {
      throw new DomainError('invalid', 'The check was called off.', { code: 'check_called_off' });
    }
    throw error;
  }
}

/** Checks a script and says what a run of it would do and cost. Nothing is sent, and nothing is charged. */
export async function validateScript(
  services: Services,
  actor: Actor,
  request: CheckScript,
): Promise<Validation> {
  const { checks, sound } = await checkScript(services, actor, request);
  const estimate = sound?.estimate;
  return {
    ...checks,
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

/** What is known around a user's script: their files, the columns of the tables that it loads, and the models. */
async function environmentOf(services: Services, area: Area, script: ParsedScript): Promise<Environment> {
  const [input, output, models] = await Promise.all([
    listFiles(area, `${INPUT_FOLDER}**/*`),
    listFiles(area, `${OUTPUT_FOLDER}**/*`),
    modelNames(services),
  ]);
  const headers: Record<string, readonly string[]> = {};
  for (const path of tablesOf(script)) {
    const columns = await readColumns(area, path);
    if (columns) headers[path] = columns;
  }
  return { files: [...input, ...output].map(({ path }) => path), headers, models };
}

/** The whole paths of what is loaded AS FILE, where they are plain texts. */
function tablesOf(script: ParsedScript): string[] {
  const tables = new Set<string>();
  for (const item of compile(script.tree).items) {
    if (item.kind !== 'batch') continue;
    const folder = plain(item.pathIn);
    for (const { type, path } of item.loads) {
      const file = plain(path);
      const whole = type === 'FILE' && folder !== null && file !== null ? resolvePath(folder, file) : null;
      if (whole !== null) tables.add(whole);
    }
  }
  return [...tables].slice(0, MAX_TABLES);
}

function plain(text: PlanText): string | null {
  return text.every((part) => 'literal' in part) ? text.map((part) => part.literal).join('') : null;
}
