import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  changeLowBalanceThreshold,
  lowBalanceAnswerSchema,
  lowBalanceSchema,
  readLowBalanceThreshold,
} from '~/features/preferences/index.server';

export default apiRoute('/api/billing/low-balance-threshold', {
  GET: call({
    summary: 'Returns your low-balance threshold, in cents',
    access: 'signed-in',
    apiKey: 'none',
    answer: lowBalanceAnswerSchema,
    handle: ({ services, actor }) => readLowBalanceThreshold(services, actor),
  }),
  POST: call({
    summary: 'Sets your low-balance threshold',
    description: 'From 50 to 5000 cents in steps of 50: another value moves to the nearest of these.',
    access: 'signed-in',
    apiKey: 'none',
    body: lowBalanceSchema,
    answer: lowBalanceAnswerSchema,
    handle: ({ services, actor, body }) => changeLowBalanceThreshold(services, actor, body),
  }),
});
