import { afterEach, expect, it } from 'vitest';
import { temporaryDatabase, type TemporaryDatabase } from '../../../../tests/support/database';
import { createLogger } from '~/core/server/logger.server';
import { createRunStore } from '../store/run-store.server';
import { createRunRecorder } from './run-recorder.server';

let database: TemporaryDatabase;
afterEach(() => database.close());

it('takes as many lines at once as a script can write, and keeps the newest', async () => {
  database = temporaryDatabase('ada');
  await database.prisma.baiqlExecution.create({
    data: {
      id: 'run',
      userId: 'ada',
      scriptName: 'Chatty',
      script: '',
      plan: '{}',
      planHash: 'h',
      mode: 'EXECUTE',
      status: 'queued',
      createdAt: 1n,
    },
  });
  const store = createRunStore({ ...database, clock: () => 1 });
  const claim = await store.claim('run', 'us', 30_000);
  if (!claim) throw new Error('The run could not be claimed.');
  const recorder = createRunRecorder({
    store,
    claim,
    log: createLogger('silent'),
    onWritten: () => undefined,
  });

  recorder.log(
    Array.from({ length: 300_000 }, (_, index) => ({ atMs: 1, level: 'info', text: `line ${index + 1}` })),
  );
  // Others have their turn between the pieces, also where nobody waits for the database.
  let turns = 0;
  let isWriting = true;
  const turn = (): void => {
    turns += 1;
    if (isWriting) setImmediate(turn);
  };
  setImmediate(turn);
  await recorder.flush();
  isWriting = false;
  expect(turns).toBeGreaterThanOrEqual(19);

  const kept = await store.linesAfter('run', 0, 1_000_000);
  expect(kept).toHaveLength(10_000);
  expect(kept.at(-1)?.text).toBe('line 300000');
});
