import { api, json } from '~/core/http.server';
import { sampleForecasts } from '~/features/site/index.server';

export const loader = api(({ context }) => json(sampleForecasts(context.app.clock())));
