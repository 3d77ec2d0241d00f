import type { ApiRoute } from '~/core/edge/declare-call.server';
import { createApi } from '~/core/edge/serve-api.server';
import { OPENAI_DIALECT } from '~/features/open-api/index.server';

const files = import.meta.glob<ApiRoute>('./routes/{api,v1}/**/*.ts', { eager: true, import: 'default' });

/** The whole API. Each file in routes/api/ and routes/v1/ declares the calls of one path and is included automatically. */
export const api = createApi(Object.values(files), [OPENAI_DIALECT]);
