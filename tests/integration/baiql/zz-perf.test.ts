import { it } from 'vitest';
import { fileApi } from '../../support/baiql-files';
import { gradingScript, runApi, table } from '../../support/baiql-runs';
import { startPayingServer } from '../../support/paying-server';
it('perf', async () => {
  const paying = await startPayingServer();
  await paying.api('POST', '/api/admin/billing/grant', { userId: '', amountCents: 1 }, {});
  const files = fileApi(paying.server.origin, paying.token);
  const runs = runApi(paying.server.origin, paying.token);
  for (const rows of [200, 1000, 2000]) {
    await files.upload('/data/input/', { 'p.csv': table(rows, `Perf${rows}`) });
    const t = performance.now();
    const answer = await runs.execute(gradingScript({ file: 'p.csv', out: 'p.csv', limit: 'LIMIT COST 4' }));
    const t1 = performance.now();
    const ended = await runs.ended(answer.body.executionId);
    console.log(
      rows,
      'execute',
      Math.round(t1 - t),
      'run',
      Math.round(performance.now() - t1),
      ended.status,
      ended.reason,
      ended.succeeded,
      ended.message,
    );
  }
  await paying.close();
}, 200_000);
