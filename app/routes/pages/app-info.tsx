import type { MetaFunction } from '@remix-run/node';
import { AppInfo } from '~/features/site';

export const meta: MetaFunction = () => [
  { title: 'App Info · Promptwell' },
  {
    name: 'description',
    content: 'What Promptwell does, where everything is, how money works and what happens to your data.',
  },
];

export default AppInfo;
