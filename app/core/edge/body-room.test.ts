import { describe, expect, it } from 'vitest';
import { createBodyMemoryLimiter } from './body-memory-limiter.server';

/** Takes room and notes when it has it. */
function visitors(availableBytes: number) {
  const room = createBodyMemoryLimiter(availableBytes);
  const inside: string[] = [];
  return {
    inside,
    take: (name: string, bytes: number, owner = name) =>
      room.take(owner, bytes).then((leave) => {
        inside.push(name);
        return leave;
      }),
  };
}

describe('room for large bodies', () => {
  it('is never given beyond what there is; who waits comes in as soon as somebody leaves', async () => {
    const { take, inside } = visitors(100);
    const leave = await take('ann', 60);
    const bob = take('bob', 60);
    const cid = take('cid', 100);
    expect(inside).toEqual(['ann']);
    leave();
    leave(); // once is enough
    (await bob)();
    (await cid)();
    expect(inside).toEqual(['ann', 'bob', 'cid']);
  });

  it('is given first to those who have none, so that nobody fills it alone', async () => {
    const { take, inside } = visitors(100);
    const leave = await take('ann 1', 50, 'ann');
    const second = await take('ann 2', 50, 'ann');
    const third = take('ann 3', 50, 'ann');
    const bob = take('bob', 50);
    leave();
    await bob;
    expect(inside).toEqual(['ann 1', 'ann 2', 'bob']);
    second();
    await third;
  });

  it('is refused when it does not come in time, or too many wait', async () => {
    const room = createBodyMemoryLimiter(100, 1);
    await room.take('ann', 100);
    await expect(room.take('bob', 10)).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'server_busy',
      retryAfterSeconds: 5,
    });
    const patient = createBodyMemoryLimiter(100);
    const leave = await patient.take('ann', 100);
    const waiting = Array.from({ length: 200 }, async () => (await patient.take('bob', 1))());
    await expect(patient.take('cid', 1)).rejects.toMatchObject({ code: 'server_busy' });
    leave();
    await expect(Promise.all(waiting)).resolves.toHaveLength(200);
  });
});
