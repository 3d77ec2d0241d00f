import type { EntryContext } from '@remix-run/node';
import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../shared/clock';
import { createSharedPages } from './shared-pages.server';

interface Page {
  loaderData: Record<string, unknown>;
  actionData?: unknown;
  errors?: unknown;
  pathname?: string;
  search?: string;
}

const VISITOR = { root: { actor: null, theme: 'system' } };

const pageOf = ({ pathname = '/pricing', search = '', ...rest }: Page) =>
  ({
    staticHandlerContext: { actionData: null, errors: null, ...rest, location: { pathname, search } },
  }) as unknown as EntryContext;

let nowMs = Date.UTC(2026, 11, 31, 23, 58);
const shared = createSharedPages(() => nowMs);
const keyOf = (page: Page, status = 200) => shared.keyOf(status, pageOf(page));

describe('a page that is drawn once for all visitors', () => {
  it('is found again for the same address and the same data, with a nonce of its own', () => {
    const key = keyOf({ loaderData: VISITOR }) ?? '';
    const html = `<script nonce="${shared.nonceMark}"></script><p>$5</p><script nonce="${shared.nonceMark}"></script>`;
    expect(shared.find(key, 'first')).toBeUndefined();
    expect(shared.keep(key, html, 'first').toString()).toBe(
      '<script nonce="first"></script><p>$5</p><script nonce="first"></script>',
    );
    const again = keyOf({ loaderData: structuredClone(VISITOR) }) ?? '';
    expect(shared.find(again, 'second')?.toString()).toBe(
      '<script nonce="second"></script><p>$5</p><script nonce="second"></script>',
    );
  });

  it('is drawn anew after five minutes, however often it is asked for, so that no date on it freezes', () => {
    const key = keyOf({ loaderData: VISITOR, pathname: '/about' }) ?? '';
    shared.keep(key, '<p>2026</p>', 'first');
    for (let minute = 1; minute < 5; minute += 1) {
      nowMs += MINUTE_MS;
      expect(shared.find(key, 'again')?.toString()).toBe('<p>2026</p>');
    }
    nowMs += MINUTE_MS + 1;
    expect(shared.find(key, 'late')).toBeUndefined();
    shared.keep(key, '<p>2027</p>', 'late');
    expect(shared.find(key, 'again')?.toString()).toBe('<p>2027</p>');
  });

  it('is another one when the address, the theme or any other data differ', () => {
    const keys = [
      keyOf({ loaderData: VISITOR }),
      keyOf({ loaderData: VISITOR, pathname: '/login' }),
      keyOf({ loaderData: VISITOR, search: '?returnTo=%2Fai' }),
      keyOf({ loaderData: { root: { ...VISITOR.root, theme: 'dark' } } }),
      keyOf({ loaderData: { ...VISITOR, pricing: { prices: [1] } } }),
    ];
    expect(keys).not.toContain(undefined);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it.each<[string, Page, number?]>([
    ['of somebody who is signed in', { loaderData: { root: { actor: { userId: 'a' } } } }],
    ['whose frame has failed', { loaderData: {} }],
    ['that answers a form', { loaderData: VISITOR, actionData: { ok: true } }],
    ['that shows an error', { loaderData: VISITOR, errors: { root: new Error('no') } }],
    ['with another status', { loaderData: VISITOR }, 404],
    ['that waits for data', { loaderData: { ...VISITOR, later: Promise.resolve(1) } }],
    ['with an endless query', { loaderData: VISITOR, search: `?q=${'a'.repeat(300)}` }],
  ])('is never one %s', (_name, page, status) => {
    expect(keyOf(page, status)).toBeUndefined();
  });

  it('has a mark that no text of a page can guess', () => {
    expect(createSharedPages(() => nowMs).nonceMark).not.toBe(shared.nonceMark);
    expect(shared.nonceMark).toMatch(/^nonce-[0-9a-f]{32}$/);
  });
});
