import { apiRoute, call } from '~/core/edge/declare-call.server';
import { lastEventHeaders, logsSchema, runEvents, runParams, streamRun } from '~/features/baiql/index.server';

export default apiRoute('/api/baiql/execute/:id/events', {
  GET: call({
    summary: 'Follows a run as it goes on',
    description:
      'Whoever comes late, or comes back with Last-Event-ID, gets every line from there on: nothing is missed.',
    access: 'baiql:use',
    params: runParams,
    query: logsSchema,
    headers: lastEventHeaders,
    answer: {
      kind: 'events',
      description:
        'The run whenever it has changed, each line of its log with its number as the event’s id, and done, with which the stream ends.',
      events: runEvents,
    },
    errors: { no_such_run: 'not-found', too_many_readers: 'rate-limited' },
    handle: ({ services, actor, params, query, headers, request }) =>
      streamRun(services, actor, {
        id: params.id,
        afterLine: headers['last-event-id'] ?? query.after ?? 0,
        signal: request.signal,
      }),
  }),
});
