import { apiRoute, call } from '~/core/edge/declare-call.server';
import { lowBalanceAnswerSchema, lowBalanceSchema } from '~/features/preferences/index.server';

export default apiRoute('/api/billing/low-balance-threshold', {
  GET: call({
    summary: 'Returns your low-balance threshold, in cents',
    access: 'signed-in',
    answer: lowBalanceAnswerSchema,
    handle: async ({ services, actor }) => {
      const { LowBalanceWarnCents } = await services.preferences.read(actor.userId);
      return { lowBalanceWarnCents: LowBalanceWarnCents };
    },
  }),
  POST: call({
    summary: 'Sets your low-balance threshold',
    description: 'From 50 to 5000 cents in steps of 50: another value moves to the nearest of these.',
    access: 'signed-in',
    body: lowBalanceSchema,
    answer: lowBalanceAnswerSchema,
    handle: async ({ services, actor, body }) => {
      await services.preferences.change(actor.userId, { LowBalanceWarnCents: body.lowBalanceWarnCents });
      return body;
    },
  }),
});
