import { parsePricePer1K } from '~/core/shared/money';
import { z } from '~/core/shared/zod';
import { ungroup } from '~/ui/form/parse-number';

const MOST_PRICE = 1_000_000_000_000n;

/** Dollars for 1,000 tokens as micro-dollars for a million; undefined where it is no price. */
function parsePrice(text: string): bigint | undefined {
  const rate = parsePricePer1K(text);
  return rate === undefined || rate > MOST_PRICE ? undefined : rate;
}

/** Dollars for 1,000 tokens: a number or its text, at most nine decimals. Becomes micro-dollars for a million. */
const price = z.union([z.number(), z.string()]).transform((value, context) => {
  // Number → shortest decimal text, so that 0.00015 stays exactly that.
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

/** The form of AI Pricing. */
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

/** Something that a price says, and what it said before; null where it said nothing. */
export interface PriceChange {
  label: string;
  before: string | null;
  after: string | null;
}

/** A price with all that its rule says, in dollars for 1,000 tokens. */
export interface PriceRow extends Price {
  displayName: string;
  cacheRead: string;
  cacheWrite: string;
  /** Steps and fees, a sentence each. */
  extras: string[];
}

/** What the last 30 days would have cost. */
export interface PricePreview {
  calls: number;
  /** Null where there is no price yet. */
  beforeMicroUsd: number | null;
  afterMicroUsd: number;
  /** Only the newest calls were looked through. */
  isCut: boolean;
}

export interface PriceVersion {
  version: number;
  at: string;
  /** Who set it; null for the list that an installation begins with. */
  email: string | null;
  isFromReview: boolean;
  changes: PriceChange[];
}

/** What a review of the prices proposes for one model. */
export interface Proposal {
  /** Names it, and the version of our price, or what was set here, that it was made for. */
  key: string;
  kind: ProposalKind;
  provider: string;
  model: string;
  displayName: string;
  changes: PriceChange[];
  /** Who says so, and when that was looked up. */
  source: string;
  /** Why to look twice; “Select all” leaves it out. */
  caution: string | null;
}

/** What a review may find. */
export const PROPOSAL_KINDS = [
  /** Another price is known. */
  'differs',
  /** The vendor no longer lists the model. */
  'gone',
  /** The vendor lists a model that the public list knows and that has no price here. */
  'new',
  /** This version comes with a model that isn't in the list here. */
  'model',
  /** A last day, a successor or a context. */
  'facts',
  /** A price that starts later. */
  'announced',
] as const;
type ProposalKind = (typeof PROPOSAL_KINDS)[number];

/** Whether a vendor said which models it has, and how many. */
export interface VendorList {
  provider: string;
  error: string | null;
  count: number;
  /** Models that no price list knows. */
  unknown: string[];
}

export const reviewQuerySchema = z.object({ vendors: z.literal('ask').optional().catch(undefined) });

export const applyReviewSchema = z.object({
  picks: z.array(z.string().max(600)).min(1, 'Select at least one change.').max(500),
});
