import { DomainError } from '~/core/shared/errors';
import { listModels } from '~/features/completions/index.server';
import type { OpenApiDeps } from './deps.server';

interface ModelName {
  provider: string;
  model: string;
}

/**
 * The model that a client names: `provider/model`, or a model's name alone if only one provider offers it.
 * @throws DomainError `unknown_model`
 */
export async function findModel(
  services: Pick<OpenApiDeps, 'clock' | 'providers' | 'catalogue'>,
  name: string,
  param: string,
): Promise<ModelName> {
  const { catalogue } = services;
  const [, provider, model] = /^([^/]+)\/(.+)$/.exec(name) ?? [];
  if (provider !== undefined && model !== undefined) {
    const known = (await catalogue.find(provider, model)) ?? (await catalogue.findRetired(provider, model));
    if (known) return { provider: known.provider, model: known.model };
  }
  const offered = (await listModels(services)).filter(({ allowedModels }) => allowedModels.includes(name));
  const [only, ...others] = offered;
  if (only && others.length === 0) return { provider: only.provider, model: name };
  const choices = offered.map((each) => `${each.provider}/${name}`).join(', ');
  const message = only
    ? `Several providers offer ${name}. Name one: ${choices}.`
    : `There is no model ${name.slice(0, 100)} here. GET /v1/models lists those you can use.`;
  throw new DomainError('invalid', message, { code: 'unknown_model', data: { param } });
}

/** The requested model, and its fallbacks. */
export async function chooseModels(
  services: Pick<OpenApiDeps, 'clock' | 'providers' | 'catalogue'>,
  { model, models }: { model?: string | null | undefined; models?: readonly string[] | null | undefined },
): Promise<ModelName & { fallbacks?: ModelName[] }> {
  const named = [
    ...(model == null ? [] : [{ name: model, param: 'model' }]),
    ...(models ?? []).map((name, index) => ({ name, param: `models[${String(index)}]` })),
  ].filter(({ name }, index, all) => all.findIndex((each) => each.name === name) === index);
  const [first, ...rest] = named;
  if (!first) {
    throw new DomainError('invalid', 'Name a model. GET /v1/models lists those you can use.', {
      code: 'missing_required_parameter',
      data: { param: 'model' },
    });
  }
  const chosen = await findModel(services, first.name, first.param);
  if (rest.length === 0) return chosen;
  return {
    ...chosen,
    fallbacks: await Promise.all(rest.map(({ name, param }) => findModel(services, name, param))),
  };
}
