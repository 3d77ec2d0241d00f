import type { MetaFunction } from '@remix-run/node';
import { useLoaderData, type ShouldRevalidateFunction } from '@remix-run/react';
import { useCallback } from 'react';
import { announceBalance } from '~/core/browser/balance-signals';
import { switchesSession } from '~/core/browser/switches-session';
import { useRefresh } from '~/core/browser/use-refresh';
import { page } from '~/core/edge/page.server';
import { Playground } from '~/features/playground';
import { readPlayground } from '~/features/playground/index.server';

export const meta: MetaFunction = () => [{ title: 'AI · Promptwell' }];

export const handle = { isWorkbench: true, showsBalance: true };

export const loader = page({
  access: 'signed-in',
  load: ({ services, actor }) => readPlayground(services, actor),
});

export const shouldRevalidate: ShouldRevalidateFunction = (args) =>
  !switchesSession(args) && args.defaultShouldRevalidate;

export default function AiPage() {
  const data = useLoaderData<typeof loader>();
  const refresh = useRefresh();
  const onBalanceChanged = useCallback(() => {
    refresh();
    announceBalance();
  }, [refresh]);
  return <Playground {...data} onBalanceChanged={onBalanceChanged} />;
}
