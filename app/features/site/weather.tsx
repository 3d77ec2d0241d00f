import { useEffect, useState } from 'react';
import { z } from '~/core/browser/browser-zod';
import { callApi } from '~/core/browser/call-api';
import { Notice } from '~/ui/notice';
import { Table, type Column } from '~/ui/table/table';
import { forecastSchema, type Forecast } from './forecasts';

const COLUMNS: readonly Column<Forecast>[] = [
  { key: 'date', header: 'Date', isTitle: true, cell: ({ date }) => <time dateTime={date}>{date}</time> },
  { key: 'c', header: 'Temp. (C)', isNumber: true, cell: ({ temperatureC }) => temperatureC },
  { key: 'f', header: 'Temp. (F)', isNumber: true, cell: ({ temperatureF }) => temperatureF },
  { key: 'summary', header: 'Summary', cell: ({ summary }) => summary },
];

type State = { kind: 'loading' } | { kind: 'loaded'; forecasts: readonly Forecast[] } | { kind: 'failed' };

/** The sample page that loads its data after rendering. */
export function Weather() {
  const [state, setState] = useState<State>({ kind: 'loading' });
  useEffect(() => {
    const controller = new AbortController();
    callApi('/weatherforecast', z.array(forecastSchema), { signal: controller.signal })
      .then((forecasts) => setState({ kind: 'loaded', forecasts }))
      .catch(() => {
        if (!controller.signal.aborted) setState({ kind: 'failed' });
      });
    return () => controller.abort();
  }, []);
  return (
    <div className="mx-auto w-full max-w-160 grow px-4 py-12">
      <h1 className="text-2xl">Weather forecast</h1>
      <p className="mt-2 mb-6 text-ink-2">A sample page with made-up weather, fetched from the server.</p>
      <Content state={state} />
    </div>
  );
}

function Content({ state }: { state: State }) {
  switch (state.kind) {
    case 'loading':
      return <p role="status">Loading...</p>;
    case 'failed':
      return <Notice tone="bad">Couldn’t load the forecast. Reload the page to try again.</Notice>;
    case 'loaded':
      return (
        <Table caption="Forecast" columns={COLUMNS} rows={state.forecasts} rowKey={({ date }) => date} />
      );
  }
}
