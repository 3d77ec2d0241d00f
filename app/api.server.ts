import type { ApiRoute } from '~/core/edge/declare-call.server';
import { createApi } from '~/core/edge/serve-api.server';

const files = import.meta.glob<ApiRoute>('./routes/api/**/*.ts', { eager: true, import: 'default' });

/** Every call of the API: each file below routes/api/ declares those of one address, and is in it by being there. */
export const api = createApi(Object.values(files));
