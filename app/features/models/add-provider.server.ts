import type { Prisma } from '@prisma/client';
import type { UserRef } from '~/core/server/session.server';
import { writeAudit } from '~/features/audit/index.server';
import {
  addPriceVersions,
  findKnownModel,
  ruleWithBase,
  type NewPriceVersion,
} from '~/features/billing/index.server';
import { minutesRule, type PriceRule } from '~/features/ledger/index.server';
import type { ModelsDeps } from './deps.server';
import { auditModel, factsOf, microUsdOf, rateOf } from './models.server';
import {
  auditedFields,
  describeProvider,
  newProviderFields,
  assertNotTaken,
  testIfSetUp,
  type Saved,
} from './providers.server';
import { refreshProviders } from './refresh-providers.server';
import { SORT_STEP, type AddProvider, type ModelInput } from './schema';

/**
 * Adds a custom provider with its models and prices, all or nothing. An active provider is tested first and refused if
 * it doesn't work.
 */
export async function addProvider(
  services: Pick<ModelsDeps, 'env' | 'clock' | 'prisma' | 'providers' | 'catalogue' | 'providerKeys'>,
  actor: UserRef,
  { models, ...input }: AddProvider,
): Promise<Saved> {
  const { prisma } = services;
  const { key, name, isActive } = input;
  await assertNotTaken(prisma, { key, name });
  const fields = {
    ...newProviderFields(services, key, input),
    name,
    isActive,
    sendsUserIds: input.sendsUserIds,
  };
  const wanted = models.filter(({ isAllowed, transcribes }) => isAllowed && !transcribes);
  const connection = isActive
    ? await testIfSetUp(
        services,
        fields,
        wanted.map(({ modelName }) => modelName),
      )
    : null;
  const prices = models.flatMap((model) => firstPrice(services, fields, model) ?? []);
  await addPriceVersions(services, actor, prices, async (transaction) => {
    await assertNotTaken(transaction, { key, name }); // checked again, because the test takes a while
    await writeAudit(transaction, services, actor, {
      action: 'provider.added',
      subject: key,
      detail: auditedFields(fields),
    });
    for (const model of models) await auditModel(transaction, services, actor, 'model.added', { key }, model);
    await transaction.aiProvider.create({
      data: {
        ...fields,
        sortOrder: await nextSortOrder(transaction),
        models: {
          create: models.map((model, index) => ({
            ...factsOf(model),
            sortOrder: model.sortOrder ?? (index + 1) * SORT_STEP,
          })),
        },
      },
    });
  });
  await refreshProviders(services);
  const row = await prisma.aiProvider.findUniqueOrThrow({ where: { key } });
  return { provider: await describeProvider(services, row), connection };
}

async function nextSortOrder(transaction: Prisma.TransactionClient): Promise<number> {
  const { _max } = await transaction.aiProvider.aggregate({ _max: { sortOrder: true } });
  return (_max.sortOrder ?? 0) + SORT_STEP;
}

/** Undefined for a model without a price: it is listed but can't be called. */
function firstPrice(
  { clock }: Pick<ModelsDeps, 'clock'>,
  server: { key: string; protocol: string; baseUrl: string },
  input: ModelInput,
): NewPriceVersion | undefined {
  const rule = input.transcribes
    ? minutesRuleOf(input)
    : tokensRuleOf(input, findKnownModel(server, input.modelName, clock())?.rule);
  return (
    rule && {
      provider: server.key,
      model: input.modelName,
      currency: 'USD',
      isActive: true,
      action: 'price.upsert',
      ruleAfter: () => rule,
    }
  );
}

const minutesRuleOf = ({ audioPricePerMinute: fee }: ModelInput): PriceRule | undefined =>
  fee === undefined ? undefined : minutesRule(microUsdOf(fee));

/** A known price that was left unchanged also brings its cached rates and tiers. */
function tokensRuleOf(
  { inputPricePer1K, outputPricePer1K }: ModelInput,
  known: PriceRule | undefined,
): PriceRule | undefined {
  if (inputPricePer1K === undefined || outputPricePer1K === undefined) return undefined;
  const base = { inputPricePer1K: rateOf(inputPricePer1K), outputPricePer1K: rateOf(outputPricePer1K) };
  const isKnown = known?.rates.input === base.inputPricePer1K && known.rates.output === base.outputPricePer1K;
  return isKnown ? known : ruleWithBase(undefined, base);
}
