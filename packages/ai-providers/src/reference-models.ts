import reference from './reference-models.json' with { type: 'json' };

/** A model as its vendor lists it; prices are US dollars for 1,000 tokens, with up to 6 decimals. */
export interface ReferenceModel {
  model: string;
  displayName: string;
  isFree?: boolean;
  /** Input and output together. */
  contextTokens: number;
  maxOutputTokens: number;
  inputPricePer1K: string;
  outputPricePer1K: string;
  /** When the vendor shuts it down, what it names in its place, and where that was read. */
  end?: { on: string; successor: string; source: string };
}

export interface ReferenceProvider {
  key: string;
  name: string;
  protocol: string;
  defaultModel: string;
  models: ReferenceModel[];
}

/** The vendors, models and prices that an installation begins with, the usual model of each first. */
export const REFERENCE_PROVIDERS: readonly ReferenceProvider[] = reference.providers;

/** How many tokens a model can take in, its answer included; undefined where that is not known. */
export function contextTokensOf(provider: string, model: string): number | undefined {
  return listed(provider, model)?.contextTokens;
}

/** The model that its vendor names in place of one that it shuts down. */
export function successorOf(provider: string, model: string): string | undefined {
  return listed(provider, model)?.end?.successor;
}

const listed = (provider: string, model: string): ReferenceModel | undefined =>
  REFERENCE_PROVIDERS.find(({ key }) => key === provider)?.models.find((each) => each.model === model);
