import reference from './reference-models.json' with { type: 'json' };

/** Maximum number of searches per request, and tokens read per search. */
export interface Searches {
  most: number;
  tokensEach: number;
}

/** US dollars per 1,000 tokens, up to 9 decimals. Cache rates default to the input rate. */
export interface ReferenceRates {
  inputPricePer1K: string;
  outputPricePer1K: string;
  cacheReadPricePer1K?: string;
  cacheWritePricePer1K?: string;
}

/** Rates for the whole request, by input size. */
export interface ReferencePrice extends ReferenceRates {
  /** Applies if the input has more tokens than this. */
  steps?: (ReferenceRates & { aboveInputTokens: number })[];
  /** US dollars per search. */
  searchFeeUsd?: string;
  /** Source and date of the rates. */
  priceSource?: string;
}

/** A price announced by the vendor. */
interface LaterPrice extends ReferencePrice {
  /** First day (UTC) on which it applies, such as 2027-01-01. */
  validFrom: string;
}

/** A vendor's model with its current price. */
export interface ReferenceModel extends ReferencePrice {
  model: string;
  displayName: string;
  isFree?: boolean;
  /** One of the models that the specification names; shown until a provider is set up. */
  isNamedBeforeAKey?: boolean;
  /** Input and output together. */
  contextTokens: number;
  maxOutputTokens: number;
  /** In order of their dates. */
  laterPrices?: LaterPrice[];
  /** For vendors that search by default. */
  searches?: Searches;
  /** Shutdown date, successor, and source. */
  end?: { on: string; successor: string; source: string };
}

export interface ReferenceProvider {
  key: string;
  name: string;
  protocol: string;
  defaultModel: string;
  models: ReferenceModel[];
  /** Its transcription models. */
  transcription?: ReferenceTranscription;
}

/** A transcription model. */
export interface ReferenceTranscription {
  model: string;
  displayName: string;
  /** US dollars per minute of audio. */
  minuteFeeUsd: string;
  /** Source and date of the fee. */
  priceSource: string;
}

/** Vendors, models and prices of a new installation; each vendor's default model comes first. */
export const REFERENCE_PROVIDERS: readonly ReferenceProvider[] = reference.providers;

/** A model's price on a day such as 2027-01-01. */
export const referencePriceOn = (model: ReferenceModel, day: string): ReferencePrice =>
  model.laterPrices?.findLast(({ validFrom }) => validFrom <= day) ?? model;
