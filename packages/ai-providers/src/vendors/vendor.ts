import type { ProviderRequest, JsonSchema, Warning } from '../contract.js';

/** Request parameters that a model supports; others are left out with a warning. */
export interface Capabilities {
  sampling: boolean;
  effort: boolean;
  seed: boolean;
  /** JSON schemas enforced by the vendor. */
  schema: boolean;
  stop: boolean;
  tools: boolean;
  webSearch: boolean;
}

export interface ModelRule extends Capabilities {
  models: RegExp;
}

/** A vendor's behavior as data, one file per vendor. */
export interface Vendor {
  /** Published URL; none for custom servers. */
  publishedBaseUrl: string | undefined;
  /** First match wins. */
  models: readonly ModelRule[];
  /** Default for unknown models. */
  unknownModel: Capabilities;
  /** Whether the text may begin with reasoning between tags. */
  hasThinkingTags?: boolean;
  /** Only supports closed schemas; an open one is sent as an instruction. */
  hasClosedSchemas?: boolean;
  /** Whether requests may include OpenAI's `safety_identifier` and `prompt_cache_key`. */
  takesIdentifiers?: boolean;
}

export const ALL_CAPABILITIES: Capabilities = {
  sampling: true,
  effort: true,
  seed: true,
  schema: true,
  stop: true,
  tools: true,
  webSearch: true,
};
export const NO_CAPABILITIES: Capabilities = {
  sampling: false,
  effort: false,
  seed: false,
  schema: false,
  stop: false,
  tools: false,
  webSearch: false,
};

/** The schema for the vendor to enforce; undefined if it is open and the vendor only supports closed ones. */
export function enforcedSchema(
  { hasClosedSchemas = false }: Vendor,
  { format }: ProviderRequest,
): JsonSchema | undefined {
  const schema = format?.schema;
  return hasClosedSchemas && schema?.schema.additionalProperties === true ? undefined : schema;
}

/** The name by which capabilities and token rules are looked up. */
export const familyOf = ({ model, modelBehind }: Pick<ProviderRequest, 'model' | 'modelBehind'>): string =>
  modelBehind ?? model;

export function modelCapabilities(
  vendor: Pick<Vendor, 'models' | 'unknownModel'>,
  model: string,
): Capabilities {
  return vendor.models.find(({ models }) => models.test(model)) ?? vendor.unknownModel;
}

/** The request without unsupported parameters, and a warning for each one left out. */
export function adaptRequest(
  call: ProviderRequest,
  usual: Capabilities,
): { call: ProviderRequest; warnings: Warning[] } {
  const { sampling, effort, seed, stop, webSearch, takes: known, ...rest } = call;
  const takes: Capabilities = { ...usual, sampling: known?.sampling ?? usual.sampling };
  const warnings: Warning[] = [];
  const leaveOut = (setting: Warning['setting'], what: string): void => {
    warnings.push({ setting, message: `${call.model} does not take ${what}; it was left out.` });
  };
  if (!takes.sampling && sampling?.temperature !== undefined) leaveOut('temperature', 'a temperature');
  if (!takes.sampling && sampling?.topP !== undefined) leaveOut('topP', 'a top-p');
  if (!takes.effort && effort !== undefined) leaveOut('effort', 'a thinking effort');
  if (!takes.seed && seed !== undefined) leaveOut('seed', 'a seed');
  if (!takes.stop && stop !== undefined) leaveOut('stop', 'texts to stop at');
  if (!takes.webSearch && webSearch === true) leaveOut('webSearch', 'a web search');
  const fitted: ProviderRequest = {
    ...rest,
    ...(takes.sampling && sampling !== undefined && { sampling }),
    ...(takes.effort && effort !== undefined && { effort }),
    ...(takes.seed && seed !== undefined && { seed }),
    ...(takes.stop && stop !== undefined && { stop }),
    ...(takes.webSearch && webSearch !== undefined && { webSearch }),
  };
  return { call: fitted, warnings };
}

/** Units per dollar of xAI's reported cost (docs.x.ai/developers/cost-tracking, checked 2026-11-28). */
export const TICKS_OF_A_DOLLAR = 1e10;
