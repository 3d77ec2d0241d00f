import { apiRoute, call } from '~/core/edge/declare-call.server';
import { describeApi } from '~/core/edge/openapi.server';
import { z } from '~/core/shared/zod';
import { api } from '~/api.server';
import packageFile from '../../../package.json';

export default apiRoute('/api/openapi.json', {
  GET: call({
    summary: 'Returns this description as an OpenAPI 3.1 document',
    access: 'anyone',
    answer: z.looseObject({ openapi: z.string() }),
    handle: ({ services }) => ({
      openapi: '3.1.0',
      ...describeApi(api.routes, { url: services.siteUrl(), version: packageFile.version }),
    }),
  }),
});
