import type { MetaFunction } from '@remix-run/node';
import { plainPage } from '~/core/edge/page.server';
import { PlanPage } from '~/features/site';

export const meta: MetaFunction = () => [{ title: 'Teams · Promptwell' }];

export const loader = plainPage('signed-in');

export default function TeamsPage() {
  return <PlanPage name="Teams" />;
}
