import type { MetaFunction } from '@remix-run/node';
import { plainPage } from '~/core/edge/page.server';
import { PlanPage } from '~/features/site';

export const meta: MetaFunction = () => [{ title: 'Enterprise · Promptwell' }];

export const loader = plainPage('signed-in');

export default function EnterprisePage() {
  return <PlanPage name="Enterprise" />;
}
