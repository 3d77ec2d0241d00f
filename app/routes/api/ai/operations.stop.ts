import { apiRoute, call } from '~/core/edge/declare-call.server';
import { messageSchema } from '~/core/shared/message';
import { operationParams, stopOperation } from '~/features/completions/index.server';

export default apiRoute('/api/ai/operations/:key/stop', {
  POST: call({
    summary: 'Stops a request; what was received so far is kept and charged',
    access: 'signed-in',
    apiKey: 'completions',
    params: operationParams,
    answer: messageSchema,
    status: 202,
    errors: { no_such_operation: 'not-found' },
    handle: ({ services, actor, params }) => {
      stopOperation(services, actor, params.key);
      return { message: 'Stopping.' };
    },
  }),
});
