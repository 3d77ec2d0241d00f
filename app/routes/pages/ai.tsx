import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData, useRevalidator } from '@remix-run/react';
import { requirePageActor } from '~/core/authorize.server';
import { getBalance } from '~/features/billing/index.server';
import { limitsOf, listModels, planOf } from '~/features/completions/index.server';
import { Playground } from '~/features/playground';

export const meta: MetaFunction = () => [{ title: 'AI · Promptwell' }];

export const handle = { isWorkbench: true };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { userId, roles } = await requirePageActor(request, context);
  const [providers, balance, preferences] = await Promise.all([
    listModels(context.app),
    getBalance(context.app, userId),
    context.app.preferences.read(userId),
  ]);
  const plan = planOf(roles, BigInt(balance.balanceMicroUsd - balance.heldMicroUsd));
  return {
    userId,
    plan,
    providers,
    balanceCents: balance.balanceCents,
    freeSendsToday: balance.freeSendsToday,
    freeSendsPerDay: balance.freeSendsPerDay,
    preferred: {
      provider: preferences.DefaultProvider,
      model: preferences.DefaultModel,
      maxOutputTokens: preferences.DefaultMaxOutputTokens,
    },
    timezone: preferences.PreferredTimezone,
    maxOutputTokensCeiling: limitsOf(roles, plan).maxOutputTokens,
  };
}

export default function AiPage() {
  const data = useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  return <Playground {...data} onBalanceChanged={revalidate} />;
}
