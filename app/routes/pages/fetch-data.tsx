import type { MetaFunction } from '@remix-run/node';
import { plainPage } from '~/core/edge/page.server';
import { Weather } from '~/features/site';

export const meta: MetaFunction = () => [{ title: 'Weather forecast · Promptwell' }];

export const loader = plainPage('signed-in');

export default Weather;
