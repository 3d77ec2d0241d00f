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
Bo,I will kill you.
Cy,Write to cy@example.org please.
`;

it('RUN SCREEN on the command line fails what moderation blocks, and sends no personal data', async () => {
  const server = await startOpenAiServer();
  try {
    await using place = await makeWorkplace(SCRIPT, { 'requests.csv': REQUESTS });

    const { status, summary } = await startBaiql([...place.args, '--base-url', server.baseUrl]).finished;

    expect(status).toBe(3);
    expect(summary).toMatchObject({ succeeded: 2, failed: 1 });
    expect(await place.readTable('answers.csv.errors.csv')).toEqual([
      {
        number: '2',
        item: 'Bo',
        reason: 'Blocked by moderation: violence (a threat against somebody).',
      },
    ]);
    const sent = server.log.requests.map(({ prompt }) => prompt).join('\n');
    expect(sent).toContain('Answer Ada: Where is the library?');
    expect(sent).toContain('Answer Cy: Write to ');
    expect(sent).not.toContain('cy@example.org');
    expect(sent).not.toContain('kill');
  } finally {
    await server.close();
  }
});
