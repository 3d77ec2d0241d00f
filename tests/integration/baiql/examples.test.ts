import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { compile, parse } from '@promptwell/baiql-lang';
import { createDocumentReader } from '@promptwell/documents';
import { createEngine, type RunJob } from '@promptwell/baiql-runtime';
import { createProviders } from '@promptwell/ai-providers';
import { afterAll, describe, expect, it } from 'vitest';
import { findModels } from '../../../packages/baiql-cli/src/run/find-models.js';
import { createHost } from '../../../packages/baiql-cli/src/run/host.js';
import { createScreening } from '../../../packages/baiql-cli/src/run/screen-prompt.js';
import { startOpenAiServer } from '../../vendors/openai-server';
import { memoryStore } from './engine-kit';
import { temporaryFolder } from './temporary-folder';

const EXAMPLES = path.resolve(import.meta.dirname, '../../../packages/baiql-runtime/examples');
const engine = createEngine();
const documents = createDocumentReader();
afterAll(async () => {
  await engine.close();
  documents.close();
});

/** How many transactions each example has, and the files that it makes. */
const EXPECTED: Readonly<Record<string, { transactions: number; outputs: string[] }>> = {
  'student-grading': { transactions: 4, outputs: ['grades.csv'] },
  'email-generation': {
    transactions: 1,
    outputs: ['invitation-2.txt', 'invitation-3.txt', 'invitation.txt', 'invitations.csv'],
  },
  'resume-screening': { transactions: 3, outputs: ['screening.log', 'shortlist.xlsx'] },
  'document-summarization': {
    transactions: 2,
    outputs: ['summaries/library-2025.docx', 'summaries/water-quality.docx'],
  },
  'contract-analysis': { transactions: 2, outputs: ['findings.csv'] },
  'mail-merge': {
    transactions: 4,
    outputs: ['Anna Berg', 'Anna-Maria Okafor', 'José Martín', 'Li Wei'].map(
      (name) => `letters/${name}.docx`,
    ),
  },
  'multi-step-pipeline': {
    transactions: 3,
    outputs: ['article-0001.docx', 'article-0002.docx', 'article-0003.docx', 'articles.json'],
  },
};

/** What a vendor has to answer where the script names FIELDS. */
const REPLIES_IN_JSON: Readonly<Record<string, object>> = {
  'student-grading': { score: 14, strengths: 'clear', to_improve: 'examples', comment: 'Well done.' },
  'resume-screening': { advice: 'maybe', years: 3, why: 'Nights, gladly.' },
  'contract-analysis': { seriousness: 'low', departures: 'The term.', missing: 'Nothing.' },
};

async function runExample(name: string, baseUrl: string | null, outputRoot: string) {
  const written = await readFile(path.join(EXAMPLES, name, 'script.baiql'), 'utf8');
  // The prices of a server of one's own are not known, so that no LIMIT COST could be kept.
  const script = baseUrl === null ? written : written.replace(/ COST [\d.]+/u, '');
  const job: RunJob = {
    executionId: `example-${name}`,
    plan: compile(parse(script).tree),
    area: { inputRoot: path.join(EXAMPLES, name, 'files'), outputRoot },
    continue: 'fresh',
    quiet: false,
    person: { userId: 'ada', userName: 'Ada', sessionId: 'test' },
    limits: { maxParallel: 16, budgetMicroUsd: null },
    modelOverride: null,
  };
  const models = findModels({}, baseUrl, '2026-11-30');
  const providers = createProviders(models.providers, { demoReplyMs: 0 });
  const { screen } = createScreening(models);
  const quiet = { log: () => undefined, progress: () => undefined };
  try {
    return await engine.start(
      job,
      createHost({ store: memoryStore().store, models, providers, screen, ...quiet }),
    ).done;
  } finally {
    await providers.close();
  }
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}

describe.each(Object.entries(EXPECTED))('the example %s', (name, { transactions, outputs }) => {
  it('runs to its end on the Demo model, with outputs that can be opened', async () => {
    await using out = await temporaryFolder();
    const outcome = await runExample(name, null, out.path);
    expect(outcome).toMatchObject({ status: 'completed', totals: { succeeded: transactions, failed: 0 } });
    expect(await filesBelow(out.path)).toEqual(outputs);
    for (const output of outputs) {
      const file = path.join(out.path, output);
      if (/\.(?:txt|csv|docx)$/u.test(output)) expect((await documents.read(file)).text).not.toBe('');
      if (output.endsWith('.json'))
        expect(JSON.parse(await readFile(file, 'utf8'))).toHaveLength(transactions);
      if (output.endsWith('.xlsx')) expect((await readFile(file)).subarray(0, 2).toString()).toBe('PK');
    }
  });

  it('runs to its end on a local server that speaks OpenAI’s protocol @soak', async () => {
    await using out = await temporaryFolder();
    const server = await startOpenAiServer();
    try {
      const reply = REPLIES_IN_JSON[name];
      if (reply) {
        const text = JSON.stringify(reply);
        server.script(...Array.from({ length: transactions }, () => ({ kind: 'reply' as const, text })));
      }
      const outcome = await runExample(name, server.baseUrl, out.path);
      expect(outcome).toMatchObject({ status: 'completed', totals: { succeeded: transactions, failed: 0 } });
      expect(await filesBelow(out.path)).toEqual(outputs);
    } finally {
      await server.close();
    }
  });
});
