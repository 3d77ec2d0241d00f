import { afterAll, beforeAll, expect, it } from 'vitest';
import { api } from '../../app/api.server';
import { builtPages } from '../support/pages';
import type { PayingServer } from '../support/paying-server';
import { scriptlessBrowser } from '../support/scriptless-browser';
import { ADMIN } from '../support/server';
import { sharePayingServer } from '../support/shared-server';

// Every list, by its address and by its call, asked for what makes no sense: a new one is in here without being named.

let paying: PayingServer;
beforeAll(async () => {
  paying = await sharePayingServer();
});
afterAll(() => paying.close());

/** Everything that any list is filtered by. */
const ABSURD_QUERIES: readonly Record<string, string>[] = [
  { page: '-1', pageSize: '1e9', limit: '0x7f', sort: '; DROP TABLE user', order: 'sideways', days: '-7' },
  { page: '9007199254740993', pageSize: '2.5', after: "1e400_' OR 1=1 --", cursor: '\0', group: '99' },
  {
    from: '2026-13-45',
    to: 'yesterday',
    since: '-271821-04-20',
    until: '+999999-01-01',
    start: 'x',
    end: '',
  },
  { from: '0000-01-01', to: '0000-01-02', since: '0001-01-01', start: '0000-01-01', end: '0000-01-02' },
  { search: '%_*"\0💥'.repeat(30), q: '*'.repeat(5_000), user: '../../etc', userId: '💥', actor: '@' },
  {
    category: '-1',
    status: '__proto__',
    list: 'constructor',
    type: 'toString',
    docType: '',
    tab: '[]',
    id: 'NaN',
  },
  { range: '∞', min: '1e308', max: '-1e308', action: "'", subject: '\\', provider: '%00', model: '\n' },
];
const addressPart = (query: Record<string, string>): string => `?${new URLSearchParams(query).toString()}`;

const NOBODYS_ID = '00000000-0000-4000-8000-000000000000';

it('every call answers with a list or a sentence @soak', async () => {
  for (const { path, calls } of api.routes.filter(({ calls }) => calls.GET !== undefined)) {
    if (calls.GET?.otherAnswers) continue;
    for (const query of ABSURD_QUERIES.map(addressPart)) {
      const { status, body } = await paying.api('GET', path.replace(/:\w+/g, NOBODYS_ID) + query);
      expect(status, path + query).toBeLessThan(500);
      if (status >= 400) expect(typeof body.message, path + query).toBe('string');
    }
  }
});

it('every page opens, or says what is wrong @soak', async () => {
  const browser = scriptlessBrowser(paying.server.origin);
  await browser.open('/login', { intent: 'sign-in', ...ADMIN });
  const pages = await builtPages();
  for (const { address } of pages.filter(({ access }) => access !== undefined)) {
    // Pages forgive each part of an address by itself: all at once will do.
    for (const queries of [ABSURD_QUERIES, ABSURD_QUERIES.toReversed()]) {
      const all = addressPart(Object.assign({}, ...queries) as Record<string, string>);
      const { status } = await browser.open(address + all);
      expect(status, address + all).toBeLessThan(500);
    }
  }
  expect(paying.server.output()).not.toMatch(/"level":(?:50|60)/);
});
