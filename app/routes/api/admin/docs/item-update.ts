import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  adminDocSchema,
  DOC_BODY_BYTES,
  DOC_EDIT_ERRORS,
  saveDoc,
  updateDocSchema,
} from '~/features/docs-editor/index.server';

export default apiRoute('/api/admin/docs/item/update', {
  POST: call({
    summary: 'Saves a docs text',
    description:
      'FAQ items have a question and an answer; other texts have a title and content. With a version, a text saved since is not overwritten (409).',
    access: 'docs:edit',
    apiKey: 'none',
    body: updateDocSchema,
    maxBodyBytes: DOC_BODY_BYTES,
    answer: adminDocSchema,
    failure: 'Syntax Error',
    errors: DOC_EDIT_ERRORS,
    handle: ({ services, actor, body: { question, answer, title, content, ...rest } }) =>
      saveDoc(services, actor, {
        ...rest,
        title: (rest.docType === 'faq' ? question : title) ?? '',
        content: (rest.docType === 'faq' ? answer : content) ?? '',
      }),
  }),
});
