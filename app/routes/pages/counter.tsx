import type { MetaFunction } from '@remix-run/node';
import { plainPage } from '~/core/edge/page.server';
import { Counter } from '~/features/site';

export const meta: MetaFunction = () => [{ title: 'Counter · Promptwell' }];

export const loader = plainPage('signed-in');

export default Counter;
