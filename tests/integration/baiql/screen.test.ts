import { expect, it } from 'vitest';
import { startOpenAiServer } from '../../vendors/openai-server';
import { makeWorkplace, startBaiql } from './command';

const SCRIPT = `BATCH_START
LOAD requests.csv AS FILE
MODEL mock-small
OUTPUT answers.csv
PROMPT "Answer {NAME}: {REQUEST}"
RUN SCREEN
END_BATCH
`;
const REQUESTS = `Name,Request
Ada,Where is the library?
Bo,Charge 4111 1111 1111 1111 please.
Di,Call 555-123-4567 today.
Cy,Write to cy@example.org please.
`;

it('RUN SCREEN on the command line sends no personal data and no card numbers, and asks nobody else', async () => {
  const server = await startOpenAiServer({ moderation: () => ({ hate: 0.99 }) });
  try {
    await using place = await makeWorkplace(SCRIPT, { 'requests.csv': REQUESTS });

    const { status, summary } = await startBaiql([...place.args, '--base-url', server.baseUrl]).finished;

    expect(status).toBe(0);
    expect(summary).toMatchObject({ succeeded: 4, failed: 0 });
    expect(server.log.requests.map(({ prompt }) => prompt).sort()).toEqual([
      'Answer Ada: Where is the library?',
      'Answer Bo: Charge [redacted] please.',
      'Answer Cy: Write to [redacted] please.',
      'Answer Di: Call [redacted] today.',
    ]);
    expect(server.moderation.log.stats.requests).toBe(0);
  } finally {
    await server.close();
  }
});
