import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { requirePageActor } from '~/core/authorize.server';
import { Counter } from '~/features/site';

export const meta: MetaFunction = () => [{ title: 'Counter · Promptwell' }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requirePageActor(request, context);
  return null;
}

export default Counter;
