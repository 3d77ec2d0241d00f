import { apiRoute, call } from '~/core/edge/declare-call.server';
import { keepDocument, type KeptDocument } from '~/core/edge/kept-document.server';
import { describeApi } from '~/core/edge/openapi.server';
import { z } from '~/core/shared/zod';
import { api } from '~/api.server';
import packageFile from '../../../package.json';

/** Built at the first request, when all calls are declared and the public address is known. */
let kept: KeptDocument | undefined;

function makeDocument(url: string): KeptDocument {
  const document = describeApi(api, { url, version: packageFile.version });
  return keepDocument(JSON.stringify(document), 'application/json; charset=utf-8');
}

export default apiRoute('/api/openapi.json', {
  GET: call({
    summary: 'Returns this description as an OpenAPI 3.1 document',
    access: 'anyone',
    apiKey: 'none',
    answer: z.looseObject({ openapi: z.string() }),
    handle: ({ services, request }) => (kept ??= makeDocument(services.siteUrl())).respond(request),
  }),
});
