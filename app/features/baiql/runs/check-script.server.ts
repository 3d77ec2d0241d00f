import {
  compile,
  parse,
  summarize,
  validate,
  type BatchType,
  type Diagnostic,
  type Plan,
} from '@promptwell/baiql-lang';
import type { Estimate } from '@promptwell/baiql-runtime';
import { DomainError } from '~/core/shared/errors';
import type { Actor } from '~/core/server/session.server';
import { findModel } from '../host/find-model.server';
import { countTexts } from '../host/count-request.server';
import type { Baiql } from '../create-baiql.server';
import { scriptEnvironment } from './script-environment.server';

/** What can be said of a script without asking a model. */
export interface CheckedScript {
  batchType: BatchType | null;
  diagnostics: readonly Diagnostic[];
  /** "✓ Valid", "✓ Valid with N warning(s)", "✗ N error(s) found". */
  validity: string;
  /** Null when there are errors. */
  sound: { plan: Plan; estimate: Estimate } | null;
}

type Deps = Pick<Baiql, 'areas' | 'completion' | 'engine'>;

/** Checks a script against its owner's files and the models, and works out what a run would do. Nothing is sent. */
export async function checkScript(
  deps: Deps,
  actor: Pick<Actor, 'userId' | 'firstName' | 'lastName' | 'roles'>,
  { script, model, signal }: { script: string; model: string | null; signal?: AbortSignal },
): Promise<CheckedScript> {
  const area = await deps.areas.of(actor.userId);
  const parsed = parse(script);
  const environment = await scriptEnvironment(deps.completion, area, parsed);
  const { batchType, diagnostics } = validate(parsed, environment);
  const said = { batchType, diagnostics, validity: summarize(diagnostics) };
  if (diagnostics.some(({ severity }) => severity === 'error')) return { ...said, sound: null };
  const plan = compile(parsed.tree);
  const person = {
    userId: actor.userId,
    userName: `${actor.firstName} ${actor.lastName}`.trim(),
    sessionId: '',
  };
  try {
    const estimate = await deps.engine.estimate(
      { plan, area, person, modelOverride: model },
      { findModel: (name) => findModel(deps.completion, actor, name), countTokens: countTexts },
      signal,
    );
    return { ...said, sound: { plan, estimate } };
  } catch (error) {
    // The worker was ended because nobody waits for its answer any more.
    if (signal?.aborted) throw new DomainError('invalid', 'The check was called off.');
    throw error;
  }
}
