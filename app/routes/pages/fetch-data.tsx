import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { requirePageActor } from '~/core/authorize.server';
import { Weather } from '~/features/site';

export const meta: MetaFunction = () => [{ title: 'Weather forecast · Promptwell' }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requirePageActor(request, context);
  return null;
}

export default Weather;
