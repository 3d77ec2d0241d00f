import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileApi } from '../../support/baiql-files';
import { runApi } from '../../support/baiql-runs';
import { checkBooks } from '../../support/paying-server';
import { ADMIN_ENV, apiOf, signInByApi, startServer, type TestServer } from '../../support/server';

const EXAMPLES = path.resolve(import.meta.dirname, '../../../packages/baiql-runtime/examples');

/** The example scripts, and the type that each of them shows. */
const TYPES: Readonly<Record<string, string>> = {
  'student-grading': 'COMBO*',
  'email-generation': 'PROMPT',
  'resume-screening': 'EXAMINE',
  'document-summarization': 'EXAMINE',
  'contract-analysis': 'COMBO',
  'multi-step-pipeline': 'CHAIN',
};

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await startServer({ env: ADMIN_ENV });
  token = await signInByApi(server.origin);
});
afterAll(() => server.stop());

const filesBelow = (folder: string): string[] =>
  fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => fs.statSync(path.join(folder, name)).isFile());

async function uploadAll(folder: string): Promise<void> {
  const form = new FormData();
  form.append('path', '/data/input/');
  for (const name of filesBelow(folder)) {
    form.append('file', new File([fs.readFileSync(path.join(folder, name))], name.split(path.sep).join('/')));
  }
  expect((await fileApi(server.origin, token).send(form)).status).toBe(201);
}

describe('without any provider key, the example', () => {
  it.each(Object.entries(TYPES))(
    '%s runs to its end on Demo, and its outputs can be opened',
    async (name, type) => {
      const script = fs.readFileSync(path.join(EXAMPLES, name, 'script.baiql'), 'utf8');
      await uploadAll(path.join(EXAMPLES, name, 'files'));
      const api = apiOf(server.origin, token);
      const checked = await api('POST', '/api/baiql/execute', { scriptContent: script, mode: 'VALIDATE' });
      expect(checked.body).toMatchObject({ batchType: type, validity: '✓ Valid', problems: [] });

      const ended = await runApi(server.origin, token).run(script, { scriptName: name });
      expect(ended).toMatchObject({ status: 'completed', failed: 0, batchType: type });
      expect(ended.total).toBeGreaterThan(0);
      expect(ended.costMicroUsd).toBeGreaterThan(0);
      expect(ended.outputs.length).toBeGreaterThan(0);
      for (const output of ended.outputs) {
        const { status, bytes } = await fileApi(server.origin, token).download(output.path);
        expect({ path: output.path, status, size: bytes.length }).toEqual({ ...output, status: 200 });
      }
      const { logs } = await runApi(server.origin, token).logs(ended.executionId);
      expect(logs.join('\n')).toContain(
        'gpt-4o-mini is not set up on this server: Demo answers in its place.',
      );
      expect(await checkBooks(server.dataDir)).toMatchObject({ status: 0 });
    },
  );
});
