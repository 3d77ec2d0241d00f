import { formatMicroUsd, formatPricePer1K } from '~/core/shared/money';
import { z } from '~/core/shared/zod';
import { parseNumber } from '~/ui/form/parse-number';
import {
  addProviderSchema,
  changeProviderSchema,
  modelParams,
  modelSchema,
  optional,
  providerParams,
  tryProviderSchema,
} from './schema';

// Forms of the page. A form sends strings, and nothing for an unchecked switch.

const off = z.boolean().default(false);

/** Removes the stored value; an empty field keeps it. */
const NONE = /^none$/i;

/** One key per line; a key file has several lines, so it must be the only key. */
const furtherKeysText = z
  .string()
  .optional()
  .transform((text = ''): string[] | undefined => {
    const given = text.trim();
    if (given === '') return undefined;
    if (NONE.test(given)) return [];
    if (given.startsWith('{') && !given.includes('}\n')) return [given];
    return given.split(/\s*\n\s*/);
  })
  .pipe(addProviderSchema.shape.furtherKeys);

const headersText = z
  .string()
  .optional()
  .transform((text = '', context): Record<string, string> | undefined => {
    const given = text.trim();
    if (given === '') return undefined;
    if (NONE.test(given)) return {};
    const lines = given.split(/\s*\n\s*/).map((line) => /^([^:\s]+)\s*:\s*(.+)$/.exec(line));
    const headers = lines.flatMap((line) => (line ? [[line[1] ?? '', line[2] ?? ''] as const] : []));
    if (headers.length === lines.length) return Object.fromEntries(headers);
    context.addIssue('Enter each header on a line of its own, as Name: value.');
    return z.NEVER;
  })
  .pipe(addProviderSchema.shape.headers);

const reachTexts = { furtherKeys: furtherKeysText, headers: headersText };

export const tryProviderFormSchema = z.object({ ...tryProviderSchema.shape, ...reachTexts });

export const changeProviderFormSchema = z.object({
  ...changeProviderSchema.shape,
  ...providerParams.shape,
  ...reachTexts,
  sendsUserIds: off,
  isActive: off,
});

/** An optional number field. `read` returns undefined for an invalid number. */
const optionalNumber = <Value>(read: (value: number) => Value | undefined, complaint: string) =>
  z
    .string()
    .optional()
    .transform((text, context) => {
      if (text === undefined || text.trim() === '') return undefined;
      const number = parseNumber(text);
      const value = number === null ? undefined : read(number);
      if (value !== undefined) return value;
      context.addIssue(complaint);
      return z.NEVER;
    });

function microUsdUpTo(maxDollars: number, dollars: number): bigint | undefined {
  const isPrice = /^\d+(\.\d{1,6})?$/.test(String(dollars)) && dollars <= maxDollars;
  return isPrice ? BigInt(Math.round(dollars * 1_000_000)) : undefined;
}

/** Prices are per million tokens. Small models' have four decimals, the ledger six. */
const pricePerMillion = optionalNumber((dollars) => {
  const microUsd = microUsdUpTo(10_000, dollars);
  return microUsd === undefined ? undefined : formatPricePer1K(microUsd);
}, 'Enter a price from $0 to $10,000 per million tokens, with at most six decimals.');

const selectedModelSchema = z.object({
  modelName: modelSchema.shape.modelName,
  contextTokens: modelSchema.shape.contextTokens,
  inputPrice: pricePerMillion,
  outputPrice: pricePerMillion,
});
/** A selected model of those a server offers, as the form sends it. */
export type SelectedModel = z.input<typeof selectedModelSchema>;

type NewModels = z.input<typeof addProviderSchema.shape.models>;

const NOT_A_LIST = 'This form is out of date. Reload the page.';

/** The selected models are one JSON field: their number varies, and an error names its model. */
const selectedModels = z
  .string()
  .optional()
  .transform((text = '[]', context): NewModels => {
    const list = parseJsonList(text);
    if (!list) context.addIssue(NOT_A_LIST);
    const models: z.input<typeof modelSchema>[] = [];
    for (const each of list ?? []) {
      const { success, data, error } = selectedModelSchema.safeParse(each);
      if (!success) {
        context.addIssue(`${nameIn(each)}: ${error.issues[0]?.message ?? NOT_A_LIST}`);
      } else if (data.inputPrice === undefined || data.outputPrice === undefined) {
        context.addIssue(`${data.modelName}: Enter both prices. Enter 0 if it costs you nothing.`);
      } else {
        const { inputPrice: inputPricePer1K, outputPrice: outputPricePer1K, ...facts } = data;
        models.push({ ...facts, inputPricePer1K, outputPricePer1K });
      }
    }
    return models;
  })
  .pipe(addProviderSchema.shape.models);

function parseJsonList(text: string): unknown[] | undefined {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : undefined;
  } catch {
    return undefined;
  }
}

const nameIn = (each: unknown): string =>
  typeof each === 'object' && each !== null && 'modelName' in each ? String(each.modelName) : 'Model';

export const addProviderFormSchema = z.object({
  ...addProviderSchema.shape,
  ...reachTexts,
  /** Empty names are derived from the server's URL. */
  name: optional(addProviderSchema.shape.name),
  key: optional(addProviderSchema.shape.key),
  models: selectedModels,
  sendsUserIds: off,
  isActive: off,
});

const pricePerMinute = optionalNumber((dollars) => {
  const microUsd = microUsdUpTo(10, dollars);
  return microUsd === undefined ? undefined : formatMicroUsd(microUsd);
}, 'Enter a price from $0 to $10 per minute, with at most six decimals.');

const wholeNumber = (max: number, { least = 1 } = {}) =>
  optionalNumber(
    (value) => (Number.isInteger(value) && value >= least && value <= max ? value : undefined),
    `Enter a whole number from ${String(least)} to ${max.toLocaleString('en-US')}.`,
  );

const MAX_TOKENS = 100_000_000;

export const modelFormSchema = z
  .object({
    id: providerParams.shape.id,
    modelName: modelSchema.shape.modelName,
    displayName: modelSchema.shape.displayName,
    modelBehind: modelSchema.shape.modelBehind,
    isAllowed: off,
    isFree: off,
    inputPrice: pricePerMillion,
    outputPrice: pricePerMillion,
    sortOrder: wholeNumber(1_000_000, { least: 0 }),
    contextTokens: wholeNumber(MAX_TOKENS),
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
    fallback: modelSchema.shape.fallback,
  })
  .refine(({ inputPrice, outputPrice }) => (inputPrice === undefined) === (outputPrice === undefined), {
    path: ['outputPrice'],
    error: 'Enter both prices, or neither.',
  })
  .refine(({ replacedBy, modelName }) => replacedBy !== modelName, {
    path: ['replacedBy'],
    error: 'A model can’t be its own successor.',
  });

export const changeModelFormSchema = modelFormSchema.and(z.object({ modelId: modelParams.shape.modelId }));

/** The use case's input from the form's data. */
export const modelOfForm = ({
  id,
  inputPrice,
  outputPrice,
  minutePrice,
  ...facts
}: z.output<typeof modelFormSchema>) => ({
  ...facts,
  providerId: id,
  maxOutputTokens: facts.maxOutputTokens ?? modelSchema.shape.maxOutputTokens.parse(undefined),
  mostSearches: facts.mostSearches ?? 0,
  tokensEachSearch: facts.tokensEachSearch ?? 0,
  inputPricePer1K: inputPrice,
  outputPricePer1K: outputPrice,
  audioPricePerMinute: minutePrice,
});
