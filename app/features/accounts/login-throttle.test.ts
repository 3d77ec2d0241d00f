import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '~/core/server/session.server';
import { ELSEWHERE, GOOD_PASSWORD, logIn, registerAndConfirm } from '../../../tests/support/accounts';
import { HOME, testServices, type TestServices } from '../../../tests/support/services';

let accounts: TestServices;
beforeEach(async () => {
  accounts = testServices();
  await registerAndConfirm(accounts);
});
afterEach(() => accounts.close());

const from = (address: string): Client => ({ address, userAgent: '', knownBrowser: undefined });
const ATTACKER = from('192.0.2.66');
const login = { email: 'ada@example.org', password: GOOD_PASSWORD };

async function guess(client: Client, times: number, email = login.email): Promise<unknown[]> {
  const outcomes: unknown[] = [];
  for (let attempt = 0; attempt < times; attempt += 1) {
    outcomes.push(
      await logIn(accounts, { email, password: `Guess-${String(attempt)}` }, client).catch(codeOf),
    );
  }
  return outcomes;
}
const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : error;

describe('guessing passwords', () => {
  it('ends after five tries at one account from one address, even with the right password', async () => {
    expect(await guess(ATTACKER, 6)).toEqual([...Array<string>(5).fill('wrong_login'), 'rate_limited']);
    await expect(logIn(accounts, login, ATTACKER)).rejects.toMatchObject({
      kind: 'rate-limited',
      retryAfterSeconds: expect.any(Number) as unknown,
    });
  });

  it('gets no more tries by sending them all at once', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, () =>
        logIn(accounts, { ...login, password: 'Wrong-1' }, ATTACKER).catch(codeOf),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'wrong_login')).toHaveLength(5);
  });

  it('does not lock the owner out, who is at another address', async () => {
    await guess(ATTACKER, 20);
    expect((await logIn(accounts, login, ELSEWHERE)).user.email).toBe('ada@example.org');
  });

  it('does not lock the owner out of a browser they signed in with, whatever thousands of addresses try @soak', async () => {
    const { browserMark } = await logIn(accounts, login, HOME);
    for (let host = 1; host <= 120; host += 1) await guess(from(`192.0.2.${String(host)}`), 1);
    await expect(logIn(accounts, login, ELSEWHERE)).rejects.toMatchObject({
      code: 'rate_limited',
    });
    const signedIn = await logIn(accounts, login, { ...HOME, knownBrowser: browserMark });
    expect(signedIn.user.email).toBe('ada@example.org');
  });

  it('is not helped by the mark of another account, or a forged one', async () => {
    await guess(ATTACKER, 5);
    for (const knownBrowser of [accounts.knownBrowsers.mark('eve@example.org'), 'x.y', '', '.', 'abc']) {
      const outcome = await logIn(accounts, login, { ...ATTACKER, knownBrowser }).catch(codeOf);
      expect(outcome).toBe('rate_limited');
    }
  });

  it('ends after fifty tries from one address, however many accounts they are spread over', async () => {
    for (let account = 0; account < 50; account += 1)
      await guess(ATTACKER, 1, `person${String(account)}@example.org`);
    await expect(
      logIn(accounts, { email: 'one-more@example.org', password: 'Guess-1' }, ATTACKER),
    ).rejects.toThrow(
      'Too many failed logins from your network. Try again in 15 minutes. If many people share your network, ask this server’s administrator for a higher LOGIN_FAILURES_PER_QUARTER_HOUR.',
    );
  });

  it('is counted for addresses without an account just the same', async () => {
    expect(await guess(ATTACKER, 6, 'nobody@example.org')).toEqual([
      ...Array<string>(5).fill('wrong_login'),
      'rate_limited',
    ]);
  });

  it('counts an IPv6 network as one address', async () => {
    for (let host = 1; host <= 5; host += 1) await guess(from(`2001:db8:1:2::${String(host)}`), 1);
    expect(await guess(from('2001:db8:1:2:ffff::9'), 1)).toEqual(['rate_limited']);
    expect(await guess(from('2001:db8:1:3::9'), 1)).toEqual(['wrong_login']);
  });
});

it('people who mistype and then get it right start afresh', async () => {
  for (let round = 0; round < 4; round += 1) {
    await guess(HOME, 4);
    await logIn(accounts, login, HOME);
  }
  expect((await logIn(accounts, login, HOME)).user.email).toBe('ada@example.org');
});
