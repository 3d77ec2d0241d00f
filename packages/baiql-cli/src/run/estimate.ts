import type { Engine, Estimate } from '@promptwell/baiql-runtime';
import { countTokens } from './host.js';
import { PERSON, type Work } from './work.js';

/** What the work would send and cost. */
export function estimateWork({ plan, area, first, model, models }: Work, engine: Engine): Promise<Estimate> {
  return engine.estimate(
    { plan, area, person: PERSON, modelOverride: model, ...(first === null ? {} : { first }) },
    {
      findModel: (name) => Promise.resolve(models.find(name)),
      countTokens,
    },
  );
}
