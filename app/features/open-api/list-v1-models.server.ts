import type { Actor } from '~/core/server/session.server';
import { z } from '~/core/shared/zod';
import { listModelsFor } from '~/features/completions/index.server';
import { DomainError } from '~/core/shared/errors';
import { formatPicoUsd } from '~/core/shared/money';
import type { PriceRule } from '~/features/ledger/index.server';
import { findModel } from './choose-models.server';
import type { OpenApiDeps } from './deps.server';

type Deps = Pick<OpenApiDeps, 'clock' | 'providers' | 'catalogue'>;

const dollars = z.string().meta({ description: 'US dollars a token, as a decimal.' });

export const v1ModelSchema = z.object({
  id: z.string().meta({ description: '`provider/model`, as requests name it.' }),
  object: z.literal('model'),
  created: z.number(),
  owned_by: z.string(),
  name: z.string(),
  context_length: z.number().nullable(),
  max_output_tokens: z.number(),
  pricing: z.object({
    prompt: dollars,
    completion: dollars,
    input_cache_read: dollars,
    input_cache_write: dollars,
    request: z.string().meta({ description: 'US dollars a request.' }),
  }),
  capabilities: z.object({
    vision: z.boolean(),
    tools: z.boolean(),
    web_search: z.boolean(),
  }),
});
type V1Model = z.output<typeof v1ModelSchema>;

export const v1ModelListSchema = z.object({ object: z.literal('list'), data: z.array(v1ModelSchema) });

/** The models that can be used now, by this key if it is bound to some. */
export async function listV1Models(
  services: Deps,
  actor: Pick<Actor, 'apiKey'>,
): Promise<z.output<typeof v1ModelListSchema>> {
  const offered = await listModelsFor(services, actor);
  const data = await Promise.all(
    offered.flatMap(({ provider, allowedModels }) =>
      allowedModels.map((model) => describeModel(services, { provider, model })),
    ),
  );
  return { object: 'list', data: data.flatMap((each) => each ?? []) };
}

/** @throws DomainError `unknown_model` */
export async function findV1Model(
  services: Deps,
  actor: Pick<Actor, 'apiKey'>,
  name: string,
): Promise<V1Model> {
  const named = await findModel(services, name, 'model');
  const { data } = await listV1Models(services, actor);
  const found = data.find(({ id }) => id === `${named.provider}/${named.model}`);
  if (found) return found;
  throw new DomainError('invalid', `${name} can’t be used here now.`, {
    code: 'unknown_model',
    data: { param: 'model' },
  });
}

/** A rate is micro-dollars for a million tokens, which is pico-dollars for one. */
const pricingOf = ({ rates, requestFee }: PriceRule): V1Model['pricing'] => ({
  prompt: formatPicoUsd(rates.input),
  completion: formatPicoUsd(rates.output),
  input_cache_read: formatPicoUsd(rates.cacheRead),
  input_cache_write: formatPicoUsd(rates.cacheWrite),
  request: formatPicoUsd(requestFee * 1_000_000n),
});

async function describeModel(
  { catalogue, providers }: Deps,
  named: { provider: string; model: string },
): Promise<V1Model | undefined> {
  const model = await catalogue.find(named.provider, named.model);
  if (!model?.price) return undefined;
  const { provider, displayName, family } = model;
  return {
    id: `${provider}/${model.model}`,
    object: 'model',
    created: 0,
    owned_by: provider,
    name: displayName,
    context_length: model.contextTokens ?? null,
    max_output_tokens: model.maxOutputTokens,
    pricing: pricingOf(model.price),
    capabilities: {
      vision: model.takesImages,
      tools: providers.capabilitiesOf(provider, { model: model.model, modelBehind: family }).tools,
      web_search: model.searches.most > 0,
    },
  };
}
