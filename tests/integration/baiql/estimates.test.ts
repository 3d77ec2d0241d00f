import { readFile } from 'node:fs/promises';
import { readExample } from '@promptwell/baiql-runtime/examples';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { EstimateView } from '../../../app/features/baiql/index.server';
import { fileApi } from '../../support/baiql-files';
import type { PayingServer } from '../../support/paying-server';
import { sharePayingServer } from '../../support/shared-server';

const CONTRACTS = 80;
const SCRIPT = [
  'BATCH_START',
  'LOAD "contracts.csv" AS FILE',
  'LOAD "contracts/" AS DIR',
  'PROMPT "Who signs {KEY}? {INPUT_TEXT}"',
  'RUN',
  'OUTPUT "signers.csv"',
  'END_BATCH',
  '',
].join('\n');

let paying: PayingServer;
let api: PayingServer['api'];
beforeAll(async () => {
  paying = await sharePayingServer();
  api = paying.api;
  const pdf = (await readExample('contract-analysis'))?.files.find(({ path }) => path.endsWith('.pdf'));
  const bytes = await readFile(pdf?.realPath ?? '');
  const keys = Array.from({ length: CONTRACTS }, (_, index) => `contract-${String(index + 1000)}`);
  const form = new FormData();
  form.append('path', '/data/input/');
  form.append('file', new File([`Key\n${keys.join('\n')}\n`], 'contracts.csv'));
  for (const key of keys) form.append('file', new File([bytes], `contracts/${key}.pdf`));
  expect((await fileApi(paying.server.origin, paying.token).send(form)).status).toBe(201);
});
afterAll(() => paying.close());

const begin = async (script: string): Promise<string> => {
  const { status, body } = await api<EstimateView>('POST', '/api/baiql/estimates', { scriptContent: script });
  expect({ status, body }).toMatchObject({ status: 202, body: { status: 'queued', validation: null } });
  return `/api/baiql/estimates/${body.estimateId}`;
};
const until = (address: string, isThere: (view: EstimateView) => boolean): Promise<EstimateView> =>
  vi.waitFor(
    async () => {
      const { body } = await api<EstimateView>('GET', address);
      expect(isThere(body), JSON.stringify(body)).toBe(true);
      return body;
    },
    { timeout: 120_000, interval: 20 },
  );

describe('an estimate that reads many documents', () => {
  it('is ended in its middle, and leaves its worker to the next one @soak', async () => {
    const address = await begin(SCRIPT);
    const { progress } = await until(
      address,
      ({ progress: { phase, current } }) => phase === 'reading' && current > 0,
    );
    expect(progress.total).toBe(CONTRACTS);
    expect(progress.current).toBeLessThan(CONTRACTS);
    for (const [method, path] of [
      ['POST', `${address}/cancel`],
      ['GET', address],
      ['POST', `${address}/cancel`],
    ] as const) {
      const { status, body } = await api(method, path);
      expect({ status, body }).toMatchObject({
        status: 200,
        body: { status: 'cancelled', validation: null },
      });
    }
    const next = await until(
      await begin('BATCH_START\nPROMPT "Hello"\nRUN\nEND_BATCH\n'),
      ({ status }) => status === 'done',
    );
    expect(next.validation).toMatchObject({ transactions: 1, requests: 1, problems: [] });
  });

  it('goes on from what the one before has read, and ends with what VALIDATE says @soak', async () => {
    const { validation } = await until(await begin(SCRIPT), ({ status }) => status === 'done');
    expect(validation).toMatchObject({
      validity: '✓ Valid',
      transactions: CONTRACTS,
      requests: CONTRACTS,
      notes: [],
    });
    const asked = { scriptContent: SCRIPT, mode: 'VALIDATE' };
    expect((await api('POST', '/api/baiql/execute', asked)).body).toEqual(validation);
  });
});
