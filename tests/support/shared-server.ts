import { expect } from 'vitest';
import type { BalanceResponse } from '../../app/features/billing/schema';
import type { VendorServerOptions } from '../vendors/vendor-server';
import { faultsInBooks } from './server-database';
import { startPayingServer, type PayingServer } from './paying-server';
import { grant, makeUserWithRole } from './users-with-roles';
import { apiOf, requireTrueAnswers } from './server';

/** Behavior of this process's vendor for the file that uses the server. */
type Says = Pick<VendorServerOptions, 'replyText' | 'hear' | 'moderation'>;

let says: Says = {};
let started: Promise<PayingServer> | undefined;

/**
 * The server that the files of this test process share which need no settings of their own: its start took longer than
 * most of them. Each file is another administrator with $5.00, and its vendor has heard of nothing before.
 */
export async function sharePayingServer(vendorSays: Says = {}): Promise<PayingServer> {
  started ??= startForThisProcess();
  const paying = await started;
  const { server } = paying;
  const { origin, dataDir } = server;
  const { token, userId } = await makeUserWithRole(server, 'admin');
  await grant(origin, paying.token, userId, 500);
  says = vendorSays;
  paying.vendor.reset();
  const api = apiOf(origin, token);
  const printedBefore = server.output().length;
  return {
    ...paying,
    server: { ...server, output: () => server.output().slice(printedBefore) },
    token,
    api,
    balance: async () => (await api<BalanceResponse>('GET', '/api/billing/balance')).body,
    close: async () => {
      requireTrueAnswers(server.output().slice(printedBefore));
      expect(await faultsInBooks(dataDir)).toEqual([]);
    },
  };
}

async function startForThisProcess(): Promise<PayingServer> {
  const paying = await startPayingServer(
    { TRUST_PROXY: 'on', DEMO_PROVIDER: 'on' },
    {
      replyText: (prompt) => says.replyText?.(prompt),
      moderation: (text) => says.moderation?.(text) ?? {},
      hear: (asked) => says.hear?.(asked) ?? { text: 'Hello.', seconds: 1 },
      maxLifeMs: 3 * 60 * 60 * 1000, // as long as this process
    },
  );
  // Vitest ends its processes by this signal, and says nothing before.
  process.once('SIGTERM', () => {
    process.kill(paying.server.pid);
    process.kill(process.pid);
  });
  return paying;
}
