import type { Actor } from '~/core/server/session.server';
import { readCacheSavings } from '~/features/baiql/index.server';
import { listKeyNames, modelNameOf } from '~/features/billing/index.server';
import { describeUncharged } from '~/features/completions/index.server';
import type { DashboardDeps } from './deps.server';
import type { AnalyticsQuery } from './read-frame.server';
import { readPeriod, sumKeys, sumKinds, sumModels } from './read-period.server';
import { percentOf, sumOf, sumsBySlot } from './sums';

const MODELS_IN_CHART = 8;
const UNCHARGED_LISTED = 10;

/** Spending by time, model and category, with free, cached and uncharged requests. */
export async function readAnalytics(
  services: Pick<DashboardDeps, 'clock' | 'prisma' | 'catalogue' | 'ledger' | 'preferences'>,
  actor: Actor,
  query: AnalyticsQuery,
) {
  const { ledger, catalogue } = services;
  const { userId } = actor;
  const { apiKey } = query;
  const { period, quarters, timeZone } = await readPeriod(services, userId, query);
  const [models, kinds, keys, failed, reused, choices] = await Promise.all([
    sumModels(services, quarters),
    sumKinds(services, quarters),
    sumKeys(services, userId, quarters),
    ledger.uncharged(userId, { ...period, limit: UNCHARGED_LISTED }, { apiKeyId: apiKey }),
    // Counted by run, not by key.
    apiKey === undefined ? readCacheSavings(services, { userId }, period) : null,
    listKeyNames(services, actor),
  ]);
  const sums = sumOf(quarters);
  const bySlot = sumsBySlot(quarters, period.slots);
  const used = models.filter((model) => model.sums.requests > 0);
  return {
    range: period.range,
    apiKey: apiKey ?? null,
    keyChoices: choices,
    timeZone,
    sums,
    reused,
    time: {
      points: period.slots.map(({ label }) => label),
      cost: bySlot.map(({ costMicroUsd }) => costMicroUsd),
      requests: bySlot.map(({ requests }) => requests),
    },
    models: used.slice(0, MODELS_IN_CHART).map(({ name, provider, model, sums: own }) => ({
      key: `${provider}/${model}`,
      name,
      requests: own.requests,
      costMicroUsd: own.costMicroUsd,
      tokens: own.inputTokens + own.outputTokens,
    })),
    modelCount: used.length,
    keys: keys.map(({ id, name, sums: own }) => ({ id, name, costMicroUsd: own.costMicroUsd })),
    kinds: kinds
      .filter((kind) => kind.sums.requests > 0)
      .map(({ name, sums: own }) => ({
        name,
        requests: own.requests,
        costMicroUsd: own.costMicroUsd,
        percentCost: percentOf(own.costMicroUsd, sums.costMicroUsd),
        percentRequests: percentOf(own.requests, sums.requests),
      })),
    failed: await Promise.all(
      failed.map(async ({ operationId, atMs, provider, model, reason, apiKey: key }) => ({
        key: operationId,
        at: new Date(atMs).toISOString(),
        modelName: await modelNameOf(catalogue, provider, model),
        reason: describeUncharged(reason),
        keyName: key && (key.name || 'of a deleted account'),
      })),
    ),
  };
}
