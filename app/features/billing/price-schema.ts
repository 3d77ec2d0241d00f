import { parsePricePer1K } from '~/core/shared/money';
import { z } from '~/core/shared/zod';
import { ungroup } from '~/ui/form/parse-number';

const MAX_PRICE = 1_000_000_000_000n;

/** Converts USD per 1,000 tokens to micro-dollars per million; undefined if invalid. */
function parsePrice(text: string): bigint | undefined {
  const rate = parsePricePer1K(text);
  return rate === undefined || rate > MAX_PRICE ? undefined : rate;
}

/** USD per 1,000 tokens as a number or string with at most nine decimals; transformed to micro-dollars per million. */
const price = z.union([z.number(), z.string()]).transform((value, context) => {
  // The shortest decimal representation, so that 0.00015 stays exact.
  const rate = parsePrice(typeof value === 'number' ? decimalText(value) : value);
  if (rate !== undefined) return rate;
  context.addIssue('must be a price in dollars of at most nine decimals, from 0 to 1000');
  return z.NEVER;
});

function decimalText(value: number): string {
  const text = String(value);
  return text.includes('e-') ? value.toFixed(20).replace(/0+$/, '') : text;
}

export const upsertPriceSchema = z.object({
  provider: z.string().trim().min(1).max(64),
  model: z.string().trim().min(1).max(128),
  inputPricePer1K: price,
  outputPricePer1K: price,
  currency: z.literal('USD', 'Prices are in USD.').default('USD'),
  isActive: z.boolean().default(true),
});

export const priceSchema = z.object({
  id: z.string(),
  provider: z.string(),
  model: z.string(),
  inputPricePer1K: z.string(),
  outputPricePer1K: z.string(),
  currency: z.string(),
  isActive: z.boolean(),
  updatedAt: z.string(),
});
export type Price = z.output<typeof priceSchema>;

const MODEL_FIELDS = {
  provider: z.string('Enter the provider.').trim().min(1, 'Enter the provider.').max(64),
  model: z.string('Enter the model’s name.').trim().min(1, 'Enter the model’s name.').max(128),
};

const typedPrice = z.string('Enter a price.').transform((text, context) => {
  const rate = parsePrice(ungroup(text.trim()));
  if (rate !== undefined) return rate;
  context.addIssue('Enter dollars from 0 to 1,000, with at most nine decimals.');
  return z.NEVER;
});

export const priceFormSchema = z.object({
  ...MODEL_FIELDS,
  inputPricePer1K: typedPrice,
  outputPricePer1K: typedPrice,
  currency: upsertPriceSchema.shape.currency,
  isActive: z.boolean().default(false),
  isJumpMeant: z.boolean().default(false).meta({ description: 'Confirms a tenfold change.' }),
});
export type PriceForm = z.output<typeof priceFormSchema>;

export const priceHistoryQuerySchema = z.object(MODEL_FIELDS);

/** A changed line of a price; null if it is absent on that side. */
export interface PriceChange {
  label: string;
  before: string | null;
  after: string | null;
}

/** A price with its full rule, in USD per 1,000 tokens. */
export interface PriceRow extends Price {
  displayName: string;
  cacheRead: string;
  cacheWrite: string;
  /** Steps and fees, one sentence each. */
  extras: string[];
}

/** The cost of the last 30 days before and after a price change. */
export interface PricePreview {
  calls: number;
  /** Null if there is no price yet. */
  beforeMicroUsd: number | null;
  afterMicroUsd: number;
  /** True if only the newest completions were scanned. */
  isCut: boolean;
}

export interface PriceVersion {
  version: number;
  at: string;
  /** The administrator who set it; null for a seeded price. */
  email: string | null;
  isFromReview: boolean;
  changes: PriceChange[];
}

/** A change that a review proposes for one model. */
export interface Proposal {
  /** Identifies the proposal and the state it was made for: our price version, or the values it replaces. */
  key: string;
  kind: ProposalKind;
  provider: string;
  model: string;
  displayName: string;
  changes: PriceChange[];
  /** Where the value comes from, and when it was looked up. */
  source: string;
  /** A reason to check before applying; excluded from “Select all”. */
  caution: string | null;
}

export const PROPOSAL_KINDS = [
  /** A different price is known. */
  'differs',
  /** The vendor no longer lists the model. */
  'gone',
  /** The vendor lists a model that is in the public list and has no price here. */
  'new',
  /** A model of the reference list that is missing here. */
  'model',
  /** A shutdown date, successor or context size. */
  'facts',
  /** An announced price that starts later. */
  'announced',
] as const;
type ProposalKind = (typeof PROPOSAL_KINDS)[number];

/** A vendor's model list, or why it couldn't be read. */
export interface VendorList {
  provider: string;
  error: string | null;
  count: number;
  /** Models that are in no price list. */
  unknown: string[];
}

export const reviewQuerySchema = z.object({ vendors: z.literal('ask').optional().catch(undefined) });

export const applyReviewSchema = z.object({
  picks: z.array(z.string().max(600)).min(1, 'Select at least one change.').max(500),
});
