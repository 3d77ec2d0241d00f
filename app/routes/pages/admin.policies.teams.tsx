import type { MetaFunction } from '@remix-run/node';
import { plainPage } from '~/core/edge/page.server';
import { PolicyPage } from '~/features/moderation-console';

export const meta: MetaFunction = () => [{ title: 'Teams moderation policy · Admin · Promptwell' }];

export const loader = plainPage('policies:read');

export default function TeamsPolicy() {
  return <PolicyPage plan="teams" />;
}
