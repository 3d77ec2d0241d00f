import type { Call, JsonSchema, Warning } from '../contract.js';

/** What a model takes besides messages and a bound; the rest is left out and comes back as a warning. */
export interface Takes {
  sampling: boolean;
  effort: boolean;
  seed: boolean;
  /** A JSON schema that the vendor itself holds the answer to. */
  schema: boolean;
  webSearch: boolean;
}

export interface ModelRule extends Takes {
  models: RegExp;
}

/** One vendor's ways, as data; one file a vendor. */
export interface Vendor {
  /** As published; none for servers that an administrator adds. */
  publishedBaseUrl: string | undefined;
  /** First match wins. */
  models: readonly ModelRule[];
  /** Models of which nothing is known. */
  unknownModel: Takes;
  /** Whether servers there may pass on a model's thinking as text, between tags at its head. */
  hasThinkingTags?: boolean;
  /** Holds answers to what a schema names, and nothing besides: an open schema is told in words. */
  hasClosedSchemas?: boolean;
  /** Whether requests may carry OpenAI's `safety_identifier` and `prompt_cache_key`. */
  takesIdentifiers?: boolean;
}

export const TAKES_ALL: Takes = { sampling: true, effort: true, seed: true, schema: true, webSearch: true };
export const TAKES_NOTHING: Takes = {
  sampling: false,
  effort: false,
  seed: false,
  schema: false,
  webSearch: false,
};

/** The schema that the vendor is to hold the answer to; none where it lets the answer have more, and the vendor would not. */
export function heldSchema({ hasClosedSchemas = false }: Vendor, { format }: Call): JsonSchema | undefined {
  const schema = format?.schema;
  return hasClosedSchemas && schema?.schema.additionalProperties === true ? undefined : schema;
}

/** The name by which a model is known. */
export const familyOf = ({ model, modelBehind }: Pick<Call, 'model' | 'modelBehind'>): string =>
  modelBehind ?? model;

export function takesOf(vendor: Vendor, model: string): Takes {
  return vendor.models.find(({ models }) => models.test(model)) ?? vendor.unknownModel;
}

/** The call without what the model does not take, and a sentence for each setting that was left out. */
export function fitCall(call: Call, usual: Takes): { call: Call; warnings: Warning[] } {
  const { sampling, effort, seed, webSearch, takes: known, ...rest } = call;
  const takes: Takes = { ...usual, sampling: known?.sampling ?? usual.sampling };
  const warnings: Warning[] = [];
  const leaveOut = (setting: Warning['setting'], what: string): void => {
    warnings.push({ setting, message: `${call.model} does not take ${what}; it was left out.` });
  };
  if (!takes.sampling && sampling?.temperature !== undefined) leaveOut('temperature', 'a temperature');
  if (!takes.sampling && sampling?.topP !== undefined) leaveOut('topP', 'a top-p');
  if (!takes.effort && effort !== undefined) leaveOut('effort', 'a thinking effort');
  if (!takes.seed && seed !== undefined) leaveOut('seed', 'a seed');
  if (!takes.webSearch && webSearch === true) leaveOut('webSearch', 'a web search');
  const fitted: Call = {
    ...rest,
    ...(takes.sampling && sampling !== undefined && { sampling }),
    ...(takes.effort && effort !== undefined && { effort }),
    ...(takes.seed && seed !== undefined && { seed }),
    ...(takes.webSearch && webSearch !== undefined && { webSearch }),
  };
  return { call: fitted, warnings };
}

/** In which xAI says what a call cost (docs.x.ai/developers/cost-tracking, looked up 2026-11-28). */
export const TICKS_OF_A_DOLLAR = 1e10;
