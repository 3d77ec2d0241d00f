import { randomUUID } from 'node:crypto';
import { check } from '../../app/core/edge/read-request.server';
import type { Actor } from '../../app/core/server/session.server';
import type { Role } from '../../app/core/shared/permissions';
import {
  completePrompt,
  completeRequestSchema,
  seedModels,
  type CompletionResponse,
  type Send,
} from '../../app/features/completions/index.server';
import { startOpenAiServer } from '../vendors/openai-server';
import type { VendorServer, VendorServerOptions } from '../vendors/vendor-server';
import { testServices, type TestServices } from './services';

/** The services with the models of the reference list, and a vendor on this machine that answers for OpenAI. */
export interface PayingServices extends TestServices {
  vendor: VendorServer;
  /** A user with so much money, who is Pro unless other roles are given; with none of either, a free one. */
  customer(account?: { cents?: number; roles?: readonly Role[] }): Promise<Actor>;
  /** A send as its schema lets it through. */
  send(actor: Actor, body?: Record<string, unknown>, rest?: Partial<Send>): Promise<CompletionResponse>;
}

export async function payingServices(
  settings: Record<string, string> = {},
  vendorOptions: VendorServerOptions = {},
): Promise<PayingServices> {
  const vendor = await startOpenAiServer(vendorOptions);
  const services = testServices({
    OPENAI_API_KEY: 'sk-test-not-a-key',
    OPENAI_BASE_URL: vendor.baseUrl,
    ...settings,
  });
  await seedModels(services.prisma, new Date(services.clock()));
  return {
    ...services,
    vendor,
    customer: async ({ cents = 0, roles } = {}) => {
      const { actor } = await services.signUp({ roles: roles ?? (cents > 0 ? ['paiduser'] : []) });
      if (cents === 0) return actor;
      await services.ledger.credit({
        userId: actor.userId,
        amountMicroUsd: BigInt(cents) * 10_000n,
        source: 'grant',
        key: randomUUID(),
        note: 'For a test',
        actorId: actor.userId,
      });
      return actor;
    },
    send: (actor, body = {}, rest = {}) =>
      completePrompt(services, actor, { key: randomUUID(), request: completeRequest(body), ...rest }),
    close: async () => {
      await services.close();
      await vendor.close();
    },
  };
}

/** A request that is sound but for what is changed in it. */
export const completeRequest = (changes: Record<string, unknown> = {}): Send['request'] =>
  check(completeRequestSchema, {
    provider: 'openai',
    model: 'gpt-4o-mini',
    prompt: 'Why are leaves green?',
    maxOutputTokens: 500,
    ...changes,
  });
