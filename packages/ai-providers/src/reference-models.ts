import reference from './reference-models.json' with { type: 'json' };

/** At most how often a vendor searches for one call, and how many tokens of what it found it reads each time. */
export interface Searches {
  most: number;
  tokensEach: number;
}

/** US dollars for 1,000 tokens, with up to 9 decimals. Cached tokens cost what others do where nothing is said. */
export interface ReferenceRates {
  inputPricePer1K: string;
  outputPricePer1K: string;
  cacheReadPricePer1K?: string;
  cacheWritePricePer1K?: string;
}

/** What a whole call costs, by the size of its input. */
export interface ReferencePrice extends ReferenceRates {
  /** Rates of a whole call whose input has more tokens than this. */
  steps?: (ReferenceRates & { aboveInputTokens: number })[];
  /** US dollars for each search. */
  searchFeeUsd?: string;
  /** Where the rates were read, and when. */
  priceSource?: string;
}

/** A price that its vendor has announced. */
interface LaterPrice extends ReferencePrice {
  /** The day (UTC) from which it counts, such as 2027-01-01. */
  validFrom: string;
}

/** A model as its vendor lists it, with today's price. */
export interface ReferenceModel extends ReferencePrice {
  model: string;
  displayName: string;
  isFree?: boolean;
  /** One of the specification's models: texts name it as long as no provider is set up. */
  isNamedBeforeAKey?: boolean;
  /** Input and output together. */
  contextTokens: number;
  maxOutputTokens: number;
  /** In the order of their days. */
  laterPrices?: LaterPrice[];
  /** Where the vendor looks things up for an answer by itself. */
  searches?: Searches;
  /** When the vendor shuts it down, what it names in its place, and where that was read. */
  end?: { on: string; successor: string; source: string };
}

export interface ReferenceProvider {
  key: string;
  name: string;
  protocol: string;
  defaultModel: string;
  models: ReferenceModel[];
  /** What turns recordings into text there. */
  transcription?: ReferenceTranscription;
}

/** A model that turns recordings into text, as its vendor lists it. */
export interface ReferenceTranscription {
  model: string;
  displayName: string;
  /** US dollars for each minute of audio. */
  minuteFeeUsd: string;
  /** Where the fee was read, and when. */
  priceSource: string;
}

/** The vendors, models and prices that an installation begins with, the usual model of each first. */
export const REFERENCE_PROVIDERS: readonly ReferenceProvider[] = reference.providers;

/** What a model costs on a day such as 2027-01-01. */
export const referencePriceOn = (model: ReferenceModel, day: string): ReferencePrice =>
  model.laterPrices?.findLast(({ validFrom }) => validFrom <= day) ?? model;
