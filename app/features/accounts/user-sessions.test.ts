import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isAlive, newPerson, signedIn } from '../../../tests/support/accounts';
import { testServices, type TestServices } from '../../../tests/support/services';
import { endOtherSessions, endSession, listSessions } from './index.server';

let accounts: TestServices;
beforeEach(() => {
  accounts = testServices();
});
afterEach(() => accounts.close());

describe('sessions', () => {
  it('are listed without their secrets, and each can be ended', async () => {
    const first = await newPerson(accounts);
    const second = await signedIn(accounts, first.email);
    const listed = await listSessions(accounts, second.actor);
    expect(listed).toHaveLength(2);
    expect(listed.filter(({ isThisOne }) => isThisOne).map(({ id }) => id)).toEqual([second.actor.sessionId]);
    expect(JSON.stringify(listed)).not.toContain(first.token);
    await endSession(accounts, second.actor, { sessionId: first.actor.sessionId });
    expect(await isAlive(accounts, first.token)).toBe(false);
    const third = await signedIn(accounts, first.email);
    await endOtherSessions(accounts, second.actor);
    expect(await isAlive(accounts, third.token)).toBe(false);
    expect(await isAlive(accounts, second.token)).toBe(true);
  });

  it('of somebody else do not exist', async () => {
    const ada = await newPerson(accounts);
    const bob = await newPerson(accounts, 'bob');
    await expect(endSession(accounts, bob.actor, { sessionId: ada.actor.sessionId })).rejects.toMatchObject({
      kind: 'not-found',
    });
    expect(await isAlive(accounts, ada.token)).toBe(true);
  });
});
