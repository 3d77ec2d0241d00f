import { apiRoute, call } from '~/core/edge/declare-call.server';
import { docParams, docSchema, readDoc, readLegal, sectionsSchema } from '~/features/docs/index.server';
import {
  adminDocSchema,
  DOC_BODY_BYTES,
  DOC_EDIT_ERRORS,
  putDoc,
  putDocSchema,
} from '~/features/docs-editor/index.server';
import { z } from '~/core/shared/zod';

export default apiRoute('/api/docs/:key', {
  GET: call({
    summary: 'Returns the sections of a legal text, or a Learn document',
    description: 'The key is terms, privacy or disclaimer, or the slug of a document.',
    access: 'anyone',
    apiKey: 'none',
    params: docParams,
    answer: z.union([docSchema, sectionsSchema]),
    errors: { doc_not_found: 'not-found' },
    handle: async ({ services, params: { key } }) =>
      (await readLegal(services, key)) ?? readDoc(services, key),
  }),
  PUT: call({
    summary: 'Saves a Learn document',
    description:
      'The key is the id or slug of a document. With a version, a document that was saved since is not overwritten (409).',
    access: 'docs:edit',
    apiKey: 'none',
    params: docParams,
    body: putDocSchema,
    maxBodyBytes: DOC_BODY_BYTES,
    answer: adminDocSchema,
    failure: 'Syntax Error',
    errors: DOC_EDIT_ERRORS,
    handle: ({ services, actor, params, body }) => putDoc(services, actor, params.key, body),
  }),
});
