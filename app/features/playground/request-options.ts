import { personalKey, readStored, tryToStore } from '~/core/browser/browser-storage';
import { z } from '~/core/browser/browser-zod';
import { EFFORTS } from '~/core/shared/request-options';
import type { ListedProvider } from '~/features/completions/index.server';
import type { SendRequest } from './reply';
import type { RequestOptions } from './state';

type Model = ListedProvider['models'][number];

const optionsKey = (userId: string): string => personalKey(userId, 'ai-options');

const optionsSchema = z.object({
  temperature: z.nullable(z.number()),
  effort: z.nullable(z.enum(EFFORTS)),
  webSearch: z.nullable(z.boolean()),
  json: z.boolean(),
});

/** This browser's last choice; undefined if there is none. */
export const rememberedOptions = (userId: string): RequestOptions | undefined =>
  readStored(optionsKey(userId), optionsSchema);

export const rememberOptions = (userId: string, options: RequestOptions): boolean =>
  tryToStore(optionsKey(userId), JSON.stringify(options));

/** Whether a request with these options searches the web. */
export const searchesWeb = (
  { webSearch: when }: Pick<Model, 'webSearch'>,
  { webSearch }: Pick<RequestOptions, 'webSearch'>,
): boolean => (when === 'by_default' ? webSearch !== false : when === 'on_request' && webSearch === true);

/** The options that the model takes, as part of a request. Those left at the model's default aren't sent. */
export function optionsFor(
  model: Pick<Model, 'takesTemperature' | 'takesEffort' | 'webSearch'>,
  { temperature, effort, webSearch, json }: RequestOptions,
): Pick<SendRequest, 'temperature' | 'effort' | 'webSearch' | 'json'> {
  const isSearching = searchesWeb(model, { webSearch });
  const searchesUsually = model.webSearch === 'by_default';
  return {
    ...(model.takesTemperature && temperature !== null && { temperature }),
    ...(model.takesEffort && effort !== null && { effort }),
    ...(isSearching !== searchesUsually && { webSearch: isSearching }),
    ...(json && { json }),
  };
}

/** How many options of the next request differ from the model's defaults. */
export const countOptions = (model: Model, options: RequestOptions): number =>
  Object.keys(optionsFor(model, options)).length;

/** The model with the fees of such a request, for estimates. */
export const withFees = (model: Model, options: Pick<RequestOptions, 'webSearch'>): Model =>
  searchesWeb(model, options)
    ? model
    : { ...model, typicalFeeCents: model.feeCents, mostFeeCents: model.feeCents };
