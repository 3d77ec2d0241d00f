import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { useEffect } from 'react';
import { requirePageActor } from '~/core/authorize.server';
import { readFormBody } from '~/core/http.server';
import { AccountPage, keepForm, FAILURES } from '~/features/accounts';
import { actOnAccount, readAccountPage } from '~/features/accounts/index.server';
import { listModels, type ListedProvider } from '~/features/completions/index.server';
import { modelValue, type ModelChoice } from '~/features/preferences';
import { showToast } from '~/ui/overlay/toast';

export const meta: MetaFunction = () => [{ title: 'Your account · Promptwell' }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const actor = await requirePageActor(request, context);
  const { app } = context;
  const [account, providers] = await Promise.all([
    readAccountPage({ ...app.accounts, ledger: app.ledger }, actor),
    listModels(app),
  ]);
  return { ...account, models: modelChoices(providers) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const actor = await requirePageActor(request, context);
  const outcome = await actOnAccount(context.app.accounts, actor, await readFormBody(request));
  return data(outcome, outcome.status);
}

const modelChoices = (providers: readonly ListedProvider[]): ModelChoice[] =>
  providers.flatMap(({ provider, name, models }) =>
    models.map(({ model, displayName }) => ({
      value: modelValue(provider, model),
      label: displayName,
      group: name,
    })),
  );

export const clientAction = (args: ClientActionFunctionArgs) =>
  keepForm<typeof action>(args, FAILURES.account);

export default function Account() {
  const account = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  useEffect(() => {
    if (result?.done) showToast('success', result.done.message);
    else if (result && result.act !== 'change-password') {
      showToast('error', result.reply.error?.['']?.join('. ') ?? 'That did not work. Please try again.');
    }
  }, [result]);
  return <AccountPage {...account} result={result} />;
}
