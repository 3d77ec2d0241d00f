import { expect, it } from 'vitest';
import { createInFlightRequests } from './user-work.server';

/** Work that runs until it is aborted, and logs that. */
function untilAborted(signal: AbortSignal, log: string[], name: string): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      log.push(`${name} aborted`);
      resolve();
    });
  });
}

function deferred() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

it('closing an account aborts what goes on in its user’s name, waits for it, and takes in nothing new', async () => {
  const inFlightRequests = createInFlightRequests();
  const log: string[] = [];
  const ada = inFlightRequests.run({ userId: 'ada' }, ({ signal }) => untilAborted(signal, log, 'ada'));
  const other = new AbortController();
  const bob = inFlightRequests.run({ userId: 'bob' }, () => untilAborted(other.signal, log, 'bob'));
  const stream = inFlightRequests.begin('ada');
  stream.signal.addEventListener('abort', stream.end);

  await inFlightRequests.close({ userId: 'admin' }, 'ada', async (othersEnded) => {
    expect(() => inFlightRequests.begin('ada')).toThrow(expect.objectContaining({ code: 'session_ended' }));
    await othersEnded;
    log.push('closed');
  });
  await ada;
  expect(stream.signal.aborted).toBe(true);
  expect(log).toEqual(['ada aborted', 'closed']);
  other.abort();
  await bob;
  inFlightRequests.begin('ada').end();
});

it('who closes their own account does not wait for themselves, also when they do so twice at once', async () => {
  const inFlightRequests = createInFlightRequests();
  const log: string[] = [];
  const bothAdmitted = deferred();
  const close = (name: string) => {
    const actor = { userId: 'ada' };
    return inFlightRequests.run(actor, async () => {
      await bothAdmitted.promise;
      await inFlightRequests.close(actor, 'ada', async (othersEnded) => {
        await othersEnded;
        log.push(name);
      });
    });
  };
  const both = [close('first'), close('second')];
  bothAdmitted.resolve();
  await Promise.all(both);
  expect(log).toEqual(['first', 'second']);
});

it('a server that stops waits for what was asked of it, not for streams, and no longer than it may', async () => {
  const work = createInFlightRequests();
  const gate = deferred();
  work.begin('ada');
  expect(await work.drain(1)).toBe(true);
  const asked = work.run({ userId: 'ada' }, () => gate.promise);
  expect(await work.drain(1)).toBe(false);
  const drained = work.drain(10_000);
  gate.resolve();
  expect(await drained).toBe(true);
  await asked;
});
