import { randomBytes } from 'node:crypto';
import type { Plan } from '@promptwell/baiql-lang';
import type { Area, RunJob } from '@promptwell/baiql-runtime';
import { UsageError } from '../command.js';
import { findModels, type Models } from './find-models.js';
import { hasSamePlan } from './prepare-script.js';
import type { RunSettings } from './settings.js';
import type { StateFile } from './state/open-state.js';
import { findRun } from './state/run-store.js';

/** The user id of all runs: a command line has a single user. */
export const PERSON = { userId: 'local', userName: process.env.USER ?? '', sessionId: 'command-line' };

/** A run about to begin or continue. */
export interface Work {
  readonly id: string;
  readonly plan: Plan;
  readonly continue: RunJob['continue'];
  /** Number of transactions of a trial; null for all. */
  readonly first: number | null;
  readonly model: string | null;
  readonly models: Models;
  /** It takes the answers of earlier runs. */
  readonly reuse: boolean;
  readonly area: Area;
  /** The sources its estimate has read; absent for a continued run. */
  readonly estimated?: RunJob['estimated'];
}

/** Creates a new run, or loads the one to continue. @throws UsageError */
export function prepareWork(settings: RunSettings, text: string, plan: Plan, state: StateFile): Work {
  const today = new Date().toISOString().slice(0, 10);
  const area = { inputRoot: settings.files, outputRoot: settings.out };
  if (settings.resume === null) {
    const { first, model, baseUrl } = settings;
    return {
      id: newId(),
      plan,
      continue: 'fresh',
      first,
      model,
      models: findModels(process.env, baseUrl, today),
      reuse: settings.reuse,
      area,
    };
  }
  const stored = findRun(state, settings.resume);
  if (stored === null) throw new UsageError(`There is no run ${settings.resume} in ${settings.state}.`);
  if (stored.script !== text && !hasSamePlan(stored.plan, plan)) {
    throw new UsageError(
      `${settings.script} has changed since run ${stored.id} began. Restore the earlier script to continue, or start a new run.`,
    );
  }
  return {
    id: stored.id,
    plan,
    continue: stored.status === 'completed' && stored.reason !== 'trial' ? 'retry-failed' : 'resume',
    first: settings.first,
    model: settings.model ?? stored.model,
    models: findModels(process.env, settings.baseUrl ?? stored.baseUrl, today),
    reuse: settings.reuse || stored.reuse,
    area,
  };
}

function newId(): string {
  const stamp = new Date()
    .toISOString()
    .replace(/[-:]|\..*$/gu, '')
    .replace('T', '-');
  return `${stamp}-${randomBytes(3).toString('hex')}`;
}
