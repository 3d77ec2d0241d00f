import type { MetaFunction } from '@remix-run/node';
import { plainPage } from '~/core/edge/page.server';
import { DiagnosticsPage } from '~/features/diagnostics';

export const meta: MetaFunction = () => [{ title: 'Diagnostics · Admin · Promptwell' }];

export const loader = plainPage('diagnostics:run');

export default function Diagnostics() {
  return <DiagnosticsPage />;
}
