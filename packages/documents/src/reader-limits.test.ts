import { spawn } from 'node:child_process';
import { createCanvas } from '@napi-rs/canvas';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { limitsOf } from './document-reader.js';
import { runTask } from './run-task.js';
import { drawText, makeNestedForms } from './test-support/make-documents.js';
import { makeReadings } from './test-support/readings.js';

/** Takes its task, and then is not given the processor for longer than the task may take. */
const WAITER = `process.on('message', ({ id }) => {
  const { user, system } = process.cpuUsage();
  process.send({ id, type: 'progress', cpuMs: (user + system) / 1_000 });
  setTimeout(() => process.send({ id, type: 'done', result: [['waited']] }), 600);
});`;

let place: Awaited<ReturnType<typeof makeReadings>>;
beforeEach(async () => {
  place = await makeReadings();
});
afterEach(() => place.close());

describe('a document that takes too much', () => {
  test('time is stopped, and the next one is read @soak', async () => {
    // A page so full of print that OCR is busy with it for very long.
    const dense = createCanvas(2_000, 2_000);
    const context = dense.getContext('2d');
    context.fillStyle = 'white';
    context.fillRect(0, 0, 2_000, 2_000);
    context.drawImage(drawText('abc 123 '.repeat(20), 2_000, 120), 0, 0);
    for (let y = 60; y < 2_000; y += 60) context.drawImage(dense, 0, 40, 2_000, 50, 0, y, 2_000, 50);
    const slow = await place.save('slow.png', dense.encodeSync('png'));
    const impatient = place.reader({ maxProcesses: 1, timeoutMs: 1_500 });
    await expect(impatient.read(slow, { ocr: true })).rejects.toMatchObject({
      code: 'timed-out',
      message: 'slow.png took too long to read.',
    });
    expect((await impatient.read(await place.save('next.txt', 'fine'))).text).toBe('fine');
  });

  test('time on one page is stopped, though the file is tiny', async () => {
    const nested = await place.save('nested.pdf', makeNestedForms(12));
    const impatient = place.reader({ maxProcesses: 1, timeoutMs: 1_000 });
    await expect(impatient.read(nested)).rejects.toMatchObject({ code: 'timed-out' });
  });

  test('time may take ten seconds of the processor where nothing else was said, and a hundred with OCR', () => {
    expect(limitsOf({})).toMatchObject({
      timeoutMs: 10_000,
      ocrStepTimeoutMs: 20_000,
      totalTimeoutMs: 10_000,
      ocrTimeoutMs: 100_000,
    });
  });

  // Elsewhere the clock has to stand in for the processor's time.
  test.runIf(process.platform === 'linux')(
    'no time of its own, only the clock’s, is not stopped',
    async () => {
      const waiter = spawn(process.execPath, ['-e', WAITER], {
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        serialization: 'advanced',
      });
      const limits = {
        timeoutMs: 200,
        ocrStepTimeoutMs: 200,
        totalTimeoutMs: 200,
        ocrTimeoutMs: 200,
        memoryMb: 1_024,
      };
      const task = { kind: 'sheet-rows', path: '', name: 'rows.xlsx', count: 1 } as const;
      await expect(runTask(waiter, { id: 1, task }, limits, () => '')).resolves.toMatchObject({
        result: [['waited']],
      });
      waiter.kill();
    },
  );

  test('memory is stopped, and the next one is read', async () => {
    const greedy = await place.save('greedy.html', '<p>x'.repeat(4_000_000));
    const small = place.reader({ maxProcesses: 1, memoryMb: 256 });
    await expect(small.read(greedy)).rejects.toMatchObject({
      code: 'out-of-memory',
      message: 'greedy.html needs too much memory to read.',
    });
    expect((await small.read(await place.save('next.txt', 'fine'))).text).toBe('fine');
  });
});

describe('a reader', () => {
  test('stops reading what nobody waits for any more @soak', async () => {
    const slow = await place.save('slow.html', '<b><i><u><p>'.repeat(400_000));
    const calledOff = new AbortController();
    const one = place.reader({ maxProcesses: 1 });
    const reading = one.read(slow, { signal: calledOff.signal });
    const waiting = one.read(slow, { signal: calledOff.signal });
    const after = one.read(await place.save('next.txt', 'fine'));
    calledOff.abort();
    await expect(reading).rejects.toMatchObject({ code: 'aborted' });
    await expect(waiting).rejects.toMatchObject({ code: 'aborted' });
    expect((await after).text).toBe('fine');
  });

  test('fails everything when it is closed, and refuses more than may wait', async () => {
    const slow = await place.save('slow.html', '<b><i><u><p>'.repeat(400_000));
    const one = place.reader({ maxProcesses: 1, maxWaiting: 1 });
    const codes: string[] = [];
    const reads = Array.from({ length: 5 }, () =>
      one.read(slow).catch((error: unknown) => {
        codes.push((error as { code: string }).code);
      }),
    );
    // One is read, one waits; the others are too many, in whichever order their files were looked at.
    await vi.waitFor(() => expect(codes).toEqual(['busy', 'busy', 'busy']));
    one.close();
    await Promise.all(reads);
    expect(codes.slice(3)).toEqual(['aborted', 'aborted']);
  });

  test('reads many at once, each to its own asker @soak', async () => {
    const two = place.reader({ maxProcesses: 2 });
    const files = await Promise.all(
      Array.from({ length: 20 }, (_, index) => place.save(`many-${index}.txt`, `text ${index}`)),
    );
    const results = await Promise.all(files.map((file) => two.read(file)));
    expect(results.map((result) => result.text)).toEqual(files.map((_, index) => `text ${index}`));
  });
});
