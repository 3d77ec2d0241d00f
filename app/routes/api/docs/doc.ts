import { apiRoute, call } from '~/core/edge/declare-call.server';
import { docParams, docSchema, readDoc, readLegal, sectionsSchema } from '~/features/docs/index.server';
import { z } from '~/core/shared/zod';

export default apiRoute('/api/docs/:key', {
  GET: call({
    summary: 'Gives the sections of a legal text, or a document of Learn',
    description: 'The key is terms, privacy or disclaimer, or the slug of a document.',
    access: 'anyone',
    params: docParams,
    answer: z.union([docSchema, sectionsSchema]),
    errors: { doc_not_found: 'not-found' },
    handle: ({ params: { key } }) => readLegal(key) ?? readDoc(key),
  }),
});
