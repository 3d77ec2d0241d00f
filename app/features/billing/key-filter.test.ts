import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Actor } from '~/core/server/session.server';
import { exportUserLedger, readBillingPage } from '~/features/admin/index.server';
import type { CreatedKey } from '~/features/api-keys/index.server';
import { readAnalytics } from '~/features/dashboard/index.server';
import { makeKey, serve } from '../../../tests/support/api-keys';
import { completeRequest, payingServices, type PayingServices } from '../../../tests/support/paying-services';
import { exportHistory, readUsage } from './index.server';

// Pages and files about spending, limited to an API key.

let services: PayingServices;
let actor: Actor;
let key: CreatedKey;
beforeEach(async () => {
  services = await payingServices();
  actor = await services.customer({ cents: 500 });
  key = await makeKey(services, actor, { name: 'Planner, "weekly"' });
  await services.send(actor);
  await sendWithKey();
});
afterEach(async () => {
  expect(await services.ledger.reconcile()).toMatchObject({ faults: [] });
  await services.close();
});

const sendWithKey = () => serve(services, key.secret, 'POST', '/api/ai/complete', completeRequest());
const linesOf = async (file: Promise<Response>) => (await (await file).text()).trim().split(/\r?\n/);

it('the usage page adds up and lists what the key paid for, and offers the keys there are', async () => {
  const all = await readUsage(services, actor, { range: '7d', page: 1 });
  expect(all).toMatchObject({ totals: { totalRequests: 2 }, ledger: { total: 3 } });
  expect(all.keys).toEqual([{ id: key.id, name: key.name }]);
  const own = await readUsage(services, actor, { range: '7d', page: 1, apiKey: key.id });
  expect(own).toMatchObject({
    totals: { totalRequests: 1 },
    ledger: { total: 1, items: [{ apiKey: { id: key.id } }] },
  });
});

it('requests that were not charged say by which key they were sent', async () => {
  services.vendor.script({ kind: 'status', status: 400 });
  expect((await sendWithKey()).status).toBe(400);
  services.vendor.script({ kind: 'status', status: 400 });
  await expect(services.send(actor)).rejects.toMatchObject({ code: 'provider_refused' });
  const all = await readAnalytics(services, actor, { range: '7d' });
  expect(all.failed.map(({ keyName }) => keyName)).toEqual([null, key.name]);
  const own = await readAnalytics(services, actor, { range: '7d', apiKey: key.id });
  expect(own).toMatchObject({ sums: { requests: 1, notCharged: 1 }, failed: [{ keyName: key.name }] });
});

it('the history says in its file which key paid, for users with keys', async () => {
  const exported = (who: Actor) =>
    linesOf(
      exportHistory(services, who, { filters: { format: 'csv' }, signal: AbortSignal.timeout(60_000) }),
    );
  const [head, withKey, without] = await exported(actor);
  expect(head).toBe('Date,Provider,Model,InputTokens,OutputTokens,Cost,BalanceAfter,Reason,ApiKey');
  expect(withKey).toMatch(/,"Planner, ""weekly"""$/);
  expect(without).toMatch(/,Request,$/);
  const other = await services.customer({ cents: 100 });
  expect((await exported(other))[0]).toMatch(/,Reason$/);
});

it('administrators see and export the ledger of a user, or what one key of theirs paid for', async () => {
  const { actor: admin } = await services.signUp({ roles: ['admin'] });
  const page = await readBillingPage(services, admin, { user: actor.userId, page: 1, apiKey: key.id });
  expect(page).toMatchObject({ keys: [{ id: key.id }], apiKey: key.id, ledger: { total: 1 } });
  const all = await linesOf(exportUserLedger(services, admin, { userId: actor.userId }));
  expect(all).toHaveLength(4);
  expect(all[0]).toMatch(/,reason,api_key_id,api_key_name$/);
  const own = await linesOf(exportUserLedger(services, admin, { userId: actor.userId, apiKey: key.id }));
  expect(own).toHaveLength(2);
  expect(own[1]).toContain(`,${key.id},"Planner, ""weekly"""`);
});
