import { EXAMPLES } from '@promptwell/baiql-runtime/examples';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultsInBooks } from '../../support/server-database';
import { ADMIN_ENV, apiOf, signInByApi, startServer, type TestServer } from '../../support/server';
import { exampleApi, openOutput } from './example-kit';

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await startServer({ env: ADMIN_ENV });
  token = await signInByApi(server.origin);
});
afterAll(() => server.stop());

describe('without any provider key, the example', () => {
  it.each(EXAMPLES)(
    '$key runs to its end on Demo, and its outputs can be opened @soak',
    async ({ key, batchType }) => {
      const example = await exampleApi(server.origin, token, key);
      await example.upload();
      const checked = await apiOf(server.origin, token)('POST', '/api/baiql/execute', {
        scriptContent: example.script,
        mode: 'VALIDATE',
      });
      expect(checked.body).toMatchObject({ batchType, validity: '✓ Valid', problems: [] });

      const ended = await example.run();
      expect(ended).toMatchObject({ status: 'completed', failed: 0, batchType });
      expect(ended.total).toBeGreaterThan(0);
      expect(ended.costMicroUsd).toBeGreaterThan(0);
      expect(ended.outputs.length).toBeGreaterThan(0);
      for (const output of ended.outputs) {
        const { status, bytes } = await example.files.download(output.path);
        expect({ path: output.path, status, size: bytes.length }).toEqual({ ...output, status: 200 });
        expect((await openOutput(output.path, bytes)).length).toBeGreaterThan(20);
      }
      const { logs } = await example.runs.logs(ended.executionId);
      expect(logs.join('\n')).toContain(
        'gpt-4o-mini is not set up on this server: Demo replies in its place.',
      );
      expect(await faultsInBooks(server.dataDir)).toEqual([]);
    },
  );
});
