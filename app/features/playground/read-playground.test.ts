import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Role } from '~/core/shared/permissions';
import { payingServices, type PayingServices } from '../../../tests/support/paying-services';
import { readPlayground } from './index.server';

let services: PayingServices;
beforeAll(async () => {
  services = await payingServices();
});
afterAll(() => services.close());

const ACCOUNTS: [string, { cents?: number; roles?: Role[] }, boolean][] = [
  ['nobody has paid for', {}, true],
  ['is on a team and has no money', { roles: ['teamuser'] }, true],
  ['is on a team and has money', { cents: 500, roles: ['teamuser'] }, false],
  ['pays', { cents: 500 }, false],
];

it.each(ACCOUNTS)(
  'an account that %s is told whether the free models are free',
  async (_name, account, isFree) => {
    const actor = await services.customer(account);
    expect((await readPlayground(services, actor)).sendsFree).toBe(isFree);
    expect((await services.send(actor)).isFree).toBe(isFree);
  },
);
