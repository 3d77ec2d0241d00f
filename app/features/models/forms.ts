import { formatMicroUsd, formatPricePer1K } from '~/core/shared/money';
import { z } from '~/core/shared/zod';
import { parseNumber } from '~/ui/form/parse-number';
import { addProviderSchema, changeProviderSchema, modelParams, modelSchema, providerParams } from './schema';

// The forms of the page: a form sends texts, and nothing at all for a switch that is off.

const off = z.boolean().default(false);

export const providerFormSchema = providerParams;

export const addProviderFormSchema = z.object({
  ...addProviderSchema.shape,
  isActive: off,
});

export const changeProviderFormSchema = z.object({
  ...changeProviderSchema.shape,
  ...providerParams.shape,
  isActive: off,
});

/** People compare prices for a million tokens; those of the smallest models have four decimals, the books six. */
const PER_MILLION = /^\d+(\.\d{1,6})?$/;
const MOST_PER_MILLION = 10_000;

const pricePerMillion = z
  .string()
  .optional()
  .transform((text, context) => {
    if (text === undefined || text.trim() === '') return undefined;
    const dollars = parseNumber(text);
    if (dollars === null || !PER_MILLION.test(String(dollars)) || dollars > MOST_PER_MILLION) {
      context.addIssue('Enter a price from $0 to $10,000 per million tokens, with at most six decimals.');
      return z.NEVER;
    }
    return formatPricePer1K(BigInt(Math.round(dollars * 1_000_000)));
  });

const MOST_PER_MINUTE = 10;

const pricePerMinute = z
  .string()
  .optional()
  .transform((text, context) => {
    if (text === undefined || text.trim() === '') return undefined;
    const dollars = parseNumber(text);
    const isFine = dollars !== null && /^\d+(\.\d{1,6})?$/.test(String(dollars));
    if (isFine && dollars <= MOST_PER_MINUTE) return formatMicroUsd(BigInt(Math.round(dollars * 1_000_000)));
    context.addIssue('Enter a price from $0 to $10 per minute, with at most six decimals.');
    return z.NEVER;
  });

const wholeNumber = (most: number, { least = 1 } = {}) =>
  z
    .string()
    .optional()
    .transform((text, context) => {
      if (text === undefined || text.trim() === '') return undefined;
      const value = parseNumber(text);
      if (value === null || !Number.isInteger(value) || value < least || value > most) {
        context.addIssue(`Enter a whole number from ${String(least)} to ${most.toLocaleString('en-US')}.`);
        return z.NEVER;
      }
      return value;
    });

const MOST_TOKENS = 100_000_000;

const modelForm = z
  .object({
    id: providerParams.shape.id,
    modelName: modelSchema.shape.modelName,
    displayName: modelSchema.shape.displayName,
    isAllowed: off,
    isFree: off,
    inputPrice: pricePerMillion,
    outputPrice: pricePerMillion,
    sortOrder: wholeNumber(1_000_000, { least: 0 }),
    contextTokens: wholeNumber(MOST_TOKENS),
    maxOutputTokens: wholeNumber(1_000_000),
    takesImages: off,
    transcribes: off,
    minutePrice: pricePerMinute,
    takesSampling: z
      .enum(['', 'yes', 'no'])
      .optional()
      .transform((choice) => (choice === 'yes' ? true : choice === 'no' ? false : null)),
    mostSearches: wholeNumber(100, { least: 0 }),
    tokensEachSearch: wholeNumber(1_000_000, { least: 0 }),
    replacedBy: modelSchema.shape.replacedBy,
    shutdownOn: modelSchema.shape.shutdownOn,
  })
  .refine(({ inputPrice, outputPrice }) => (inputPrice === undefined) === (outputPrice === undefined), {
    path: ['outputPrice'],
    error: 'Enter both prices, or neither.',
  })
  .refine(({ replacedBy, modelName }) => replacedBy !== modelName, {
    path: ['replacedBy'],
    error: 'A model can’t be its own successor.',
  });

export const modelFormSchema = modelForm;
export const changeModelFormSchema = modelForm.and(z.object({ modelId: modelParams.shape.modelId }));

/** What the use cases take, of what the form said. */
export const modelOfForm = ({
  id,
  inputPrice,
  outputPrice,
  minutePrice,
  ...facts
}: z.output<typeof modelForm>) => ({
  ...facts,
  providerId: id,
  maxOutputTokens: facts.maxOutputTokens ?? modelSchema.shape.maxOutputTokens.parse(undefined),
  mostSearches: facts.mostSearches ?? 0,
  tokensEachSearch: facts.tokensEachSearch ?? 0,
  inputPricePer1K: inputPrice,
  outputPricePer1K: outputPrice,
  audioPricePerMinute: minutePrice,
});

export const modelActionSchema = modelParams;
