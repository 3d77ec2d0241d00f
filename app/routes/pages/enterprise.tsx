import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { requirePageActor } from '~/core/authorize.server';
import { PlanPage } from '~/features/site';

export const meta: MetaFunction = () => [{ title: 'Enterprise · Promptwell' }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requirePageActor(request, context);
  return null;
}

export default function EnterprisePage() {
  return <PlanPage name="Enterprise" />;
}
