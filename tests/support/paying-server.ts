import { execFile } from 'node:child_process';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import type { BalanceResponse } from '../../app/features/billing/schema';
import type { CompletionResponse } from '../../app/features/completions/contract';
import { startOpenAiServer } from '../vendors/openai-server';
import type { VendorServer, VendorServerOptions } from '../vendors/vendor-server';
import { registerPerson } from './people';
import { databaseSettings } from './server-database';
import { ADMIN_ENV, apiOf, signInByApi, startServer, type TestServer } from './server';

const root = path.resolve(import.meta.dirname, '../..');

/** A server that sends to a local vendor, and an administrator with $5.00 and a token. */
export interface PayingServer {
  server: TestServer;
  vendor: VendorServer;
  token: string;
  /** The token of a user without roles or money. */
  freeToken(): Promise<string>;
  api: ReturnType<typeof apiOf>;
  balance(): Promise<BalanceResponse>;
  close(): Promise<void>;
}

export const vendorEnv = (vendor: VendorServer) => ({
  OPENAI_API_KEY: 'sk-test-not-a-key',
  OPENAI_BASE_URL: vendor.baseUrl,
});

export async function startPayingServer(
  env: Record<string, string> = {},
  vendorOptions: VendorServerOptions = {},
): Promise<PayingServer> {
  const vendor = await startOpenAiServer(vendorOptions);
  const server = await startServer({ env: { ...ADMIN_ENV, ...vendorEnv(vendor), ...env } });
  const token = await signInByApi(server.origin);
  const api = apiOf(server.origin, token);
  return {
    server,
    vendor,
    token,
    freeToken: async () => signInByApi(server.origin, await registerPerson(server)),
    api,
    balance: async () => (await api<BalanceResponse>('GET', '/api/billing/balance')).body,
    close: async () => {
      await server.stop();
      await vendor.close();
    },
  };
}

/** A send as a script makes it. */
export function complete(
  origin: string,
  token: string,
  body: Record<string, unknown> = {},
  key: string = randomUUID(),
) {
  return apiOf(origin, token)<
    CompletionResponse & { message?: string; code?: string; errors?: string[] } & Record<string, unknown>
  >(
    'POST',
    '/api/ai/complete',
    {
      provider: 'openai',
      model: 'gpt-4o-mini',
      prompt: 'Why are leaves green?',
      maxOutputTokens: 500,
      ...body,
    },
    { 'X-Idempotency-Key': key },
  );
}

/** `npm run ledger:check`, without the preparation: what it prints and its exit status. */
export async function checkBooks(dataDir: string): Promise<{ status: number; output: string }> {
  const database = await databaseSettings(dataDir);
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [path.join(root, 'build/host/command.js'), 'ledger-check'],
      { cwd: dataDir, env: { ...process.env, NODE_ENV: 'production', DATA_DIR: dataDir, ...database } },
      (error, stdout, stderr) => {
        resolve({
          status: typeof error?.code === 'number' ? error.code : error ? 1 : 0,
          output: stdout + stderr,
        });
      },
    );
  });
}
