import { apiRoute, call } from '~/core/edge/declare-call.server';
import { lastEventHeaders, logsSchema, runEvents, runParams, streamRun } from '~/features/baiql/index.server';

export default apiRoute('/api/baiql/execute/:id/events', {
  GET: call({
    summary: 'Streams a run’s progress',
    description: 'Reconnecting with Last-Event-ID returns every line from there on: nothing is missed.',
    access: 'baiql:use',
    apiKey: 'baiql',
    params: runParams,
    query: logsSchema,
    headers: lastEventHeaders,
    answer: {
      kind: 'events',
      description:
        'Sends the run whenever it changes, each log line with its number as the event’s ID, and done, which ends the stream.',
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
