import { apiRoute, call } from '~/core/edge/declare-call.server';
import { z } from '~/core/shared/zod';
import { forecastSchema, sampleForecasts } from '~/features/site/index.server';

export default apiRoute('/weatherforecast', {
  GET: call({
    summary: 'Returns sample data for the sample page',
    access: 'anyone',
    apiKey: 'none',
    answer: z.array(forecastSchema),
    handle: ({ services }) => sampleForecasts(services.clock()),
  }),
});
