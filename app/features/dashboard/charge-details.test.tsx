import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { historyQuerySchema } from '~/features/billing/index.server';
import { holdCents } from '../../../tests/support/held-money';
import { testServices, type TestServices } from '../../../tests/support/services';
import { ChargeDetails } from './charge-details';
import { readHistory } from './index.server';

let services: TestServices;
beforeAll(() => {
  services = testServices();
});
afterAll(() => services.close());

it('each line of a history that is no call says what it is', async () => {
  const { ledger } = services;
  const { actor } = await services.signUp();
  const { userId } = actor;
  const some = { userId, amountMicroUsd: 5_000_000n };
  for (const source of ['topup', 'bonus', 'grant'] as const) {
    await ledger.credit({ ...some, source, key: source });
  }
  await ledger.adjust({ ...some, key: 'adjustment', note: 'A correction', actorId: userId });
  await (await holdCents(services, userId, 1900)).settle();
  await ledger.clawBack({ ...some, key: 'clawback', note: '' });
  await ledger.clawBack({ ...some, source: 'bonus', key: 'bonus_clawback', note: '' });
  await ledger.credit({ userId, amountMicroUsd: 20_000_000n, source: 'grant', key: 'again' });
  await holdCents(services, userId, 1);

  const { history } = await readHistory(services, actor, historyQuerySchema.parse({}));
  const lines = history.items.filter(({ story }) => story === null);
  expect(new Set(lines.map(({ kind }) => kind))).toEqual(
    new Set([
      ...['topup', 'bonus', 'grant', 'adjustment', 'clawback', 'bonus_clawback', 'debt', 'debt_payment'],
      'hold',
    ]),
  );
  for (const line of lines) {
    expect(renderToStaticMarkup(<ChargeDetails line={line} />), line.kind).not.toContain('No breakdown');
  }
});
