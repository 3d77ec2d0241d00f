import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { page } from '~/core/edge/page.server';
import { AuditPage } from '~/features/admin';
import { auditAddressSchema, readAuditPage } from '~/features/audit/index.server';

export const meta: MetaFunction = () => [{ title: 'Audit log · Admin · Promptwell' }];

export const loader = page({
  access: 'audit:read',
  query: auditAddressSchema,
  load: ({ services, actor, query }) => readAuditPage(services, actor, query),
});

export default function Audit() {
  return <AuditPage {...useLoaderData<typeof loader>()} />;
}
