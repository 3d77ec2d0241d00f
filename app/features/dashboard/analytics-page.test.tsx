import { createRemixStub } from '@remix-run/testing';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '~/core/shared/clock';
import { payingServices, type PayingServices } from '../../../tests/support/paying-services';
import { AnalyticsPage } from './analytics-page';
import { readAnalytics } from './index.server';

let services: PayingServices;
beforeAll(async () => {
  services = await payingServices();
});
afterAll(async () => {
  expect((await services.ledger.reconcile()).faults).toEqual([]);
  await services.close();
});

it('charts over time are drawn from three points on', async () => {
  const actor = await services.customer({ cents: 1_000 });
  const chartsAfterNextDay = async (): Promise<string[]> => {
    await services.send(actor);
    const props = await readAnalytics(services, actor, { range: '7d' });
    services.pass(DAY_MS);
    const Page = createRemixStub([{ path: '/', Component: () => <AnalyticsPage {...props} /> }]);
    const html = renderToStaticMarkup(<Page />);
    expect(html).toContain('Spend by model');
    return html.match(/(?:Spend|Requests) over time(?=, )/gu) ?? [];
  };
  expect(await chartsAfterNextDay()).toEqual([]);
  expect(await chartsAfterNextDay()).toEqual([]);
  expect(await chartsAfterNextDay()).toEqual(['Spend over time', 'Requests over time']);
});
