import type { ApiRoute } from '~/core/edge/declare-call.server';
import { createApi } from '~/core/edge/serve-api.server';

const files = import.meta.glob<ApiRoute>('./routes/api/**/*.ts', { eager: true, import: 'default' });

/** The whole API. Each file in routes/api/ declares the calls of one path and is included automatically. */
export const api = createApi(Object.values(files));
