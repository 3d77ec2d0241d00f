import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  itemDetailSchema,
  itemParams,
  reviewItem,
  reviewSchema,
  undoReview,
} from '~/features/baiql/index.server';

const errors = {
  no_such_run: 'not-found',
  no_such_item: 'not-found',
  run_goes_on: 'conflict',
  details_removed: 'conflict',
} as const;

export default apiRoute('/api/baiql/execute/:id/items/:batch/:number/review', {
  POST: call({
    summary: 'Accepts a reply, replaces it with a corrected one, or marks it to be requested again',
    description:
      'Nothing is sent and no file changes yet: POST …/write-outputs does both, and charges only for what is requested again.',
    access: 'baiql:use',
    apiKey: 'baiql',
    params: itemParams,
    body: reviewSchema,
    maxBodyBytes: 1024 * 1024,
    answer: itemDetailSchema,
    errors: { ...errors, not_revisable: 'conflict', bad_reply: 'invalid' },
    handle: ({ services, actor, params, body }) => reviewItem(services, actor, { ...params, ...body }),
  }),
  DELETE: call({
    summary: 'Undoes a reply’s review before it reaches the files',
    access: 'baiql:use',
    apiKey: 'baiql',
    params: itemParams,
    answer: itemDetailSchema,
    errors: { ...errors, review_written: 'conflict' },
    handle: ({ services, actor, params }) => undoReview(services, actor, params),
  }),
});
