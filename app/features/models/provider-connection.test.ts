import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { check } from '~/core/edge/read-request.server';
import type { Actor } from '~/core/server/session.server';
import { startOpenAiServer } from '../../../tests/vendors/openai-server';
import type { VendorServer } from '../../../tests/vendors/vendor-server';
import { testServices, type TestServices } from '../../../tests/support/services';
import { addProviderFormSchema } from './forms';
import {
  addProvider,
  addProviderSchema,
  changeProvider,
  changeProviderSchema,
  listProviders,
  readModelsPage,
  removeKey,
} from './index.server';

// Provider settings besides an address and a key: kind, further keys, headers.

const KEYS = ['sk-first-0123456789-aaaa', 'sk-second-0123456789-bbbb'] as const;
const HEADERS = { 'X-Gateway-Key': 'gw-secret-0123456789' };

let services: TestServices;
let vendor: VendorServer;
let root: Actor;
beforeEach(async () => {
  vendor = await startOpenAiServer();
  services = testServices();
  ({ actor: root } = await services.signUp({ roles: ['admin'] }));
});
afterEach(async () => {
  await services.close();
  await vendor.close();
});

const add = (changes: object = {}) =>
  addProvider(
    services,
    root,
    check(addProviderSchema, {
      key: 'gateway',
      name: 'Gateway',
      baseUrl: vendor.baseUrl,
      allowPrivateAddress: true,
      apiKey: KEYS[0],
      furtherKeys: [KEYS[1]],
      headers: HEADERS,
      ...changes,
    }),
  );

describe('keys and headers', () => {
  it('are tried, go with requests, and are kept where nobody reads them', async () => {
    const saved = await add();
    expect(new Set(vendor.log.requests.map(({ headers }) => headers['x-gateway-key']))).toEqual(
      new Set([HEADERS['X-Gateway-Key']]),
    );
    expect(saved.provider).toMatchObject({
      headerNames: ['X-Gateway-Key'],
      keys: [
        { ending: 'aaaa', state: 'ready', reason: null },
        { ending: 'bbbb', state: 'ready', reason: null },
      ],
    });
    const kept = [
      saved,
      await listProviders(services),
      await readModelsPage(services, root),
      await services.prisma.aiProvider.findMany(),
      await services.prisma.auditEvent.findMany(),
    ];
    const text = JSON.stringify(kept, (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    for (const secret of [...KEYS, HEADERS['X-Gateway-Key']]) expect(text).not.toContain(secret);
    expect(services.providers.settingOf('gateway')).toMatchObject({
      furtherKeys: [KEYS[1]],
      headers: HEADERS,
    });
  });

  it('stay when a change leaves them out, and go when they are emptied', async () => {
    const { provider } = await add();
    const change = (changes: object) =>
      changeProvider(services, root, {
        id: provider.id,
        ...check(changeProviderSchema, {
          name: 'Gateway',
          baseUrl: vendor.baseUrl,
          allowPrivateAddress: true,
          ...changes,
        }),
      });
    expect((await change({})).provider).toMatchObject({ headerNames: ['X-Gateway-Key'], keys: [{}, {}] });
    const emptied = await change({ furtherKeys: [], headers: {} });
    expect(emptied.provider).toMatchObject({ headerNames: [], keys: [{ ending: 'aaaa' }] });
  });

  it('are not sent to another address than the one they were entered for', async () => {
    const { provider } = await add();
    const other = await startOpenAiServer();
    const input = check(changeProviderSchema, {
      name: 'Gateway',
      baseUrl: other.baseUrl,
      allowPrivateAddress: true,
      apiKey: KEYS[0],
    });
    await expect(changeProvider(services, root, { id: provider.id, ...input })).rejects.toMatchObject({
      code: 'key_needed_again',
    });
    expect(other.log.stats.requests).toBe(0);
    await other.close();
  });

  it('go together: removing the key removes the further ones', async () => {
    const { provider } = await add();
    await removeKey(services, root, provider.id);
    expect(await services.prisma.aiProvider.findUnique({ where: { key: 'gateway' } })).toMatchObject({
      apiKey: null,
      furtherKeys: '[]',
    });
  });
});

describe('a provider is refused at the field that is wrong:', () => {
  it.each([
    ['an Azure resource without a key', { protocol: 'azure', apiKey: '', furtherKeys: [] }, 'apiKey'],
    ['Bedrock without a region', { protocol: 'bedrock' }, 'region'],
    ['Vertex with an API key', { protocol: 'vertex', region: 'global', furtherKeys: [] }, 'apiKey'],
    ['a server of one’s own without an address', { baseUrl: '' }, 'baseUrl'],
  ])('%s', async (_, changes, field) => {
    await expect(add(changes)).rejects.toMatchObject({ field });
    expect(vendor.log.stats.requests).toBe(0);
  });

  it.each([
    ['a key with a space in it', { furtherKeys: ['one key'] }, /Keys can’t contain spaces/],
    ['a file that is no key file', { apiKey: '{"type":"other"}' }, /not the key file of a service account/],
    ['a header that the request sets itself', { headers: { Host: 'a.example' } }, /Host, Connection/],
    ['a header with a line end', { headers: { 'X-A': 'b\r\nX-C: d' } }, /plain characters/],
    ['a region that would lead to another host', { region: 'x.evil.example/' }, /region/],
  ])('%s', (_, changes, message) => {
    const input = { key: 'a1', name: 'A', baseUrl: 'http://127.0.0.1:1/v1', ...changes };
    expect(() => check(addProviderSchema, input)).toThrow(message);
  });
});

describe('the form', () => {
  const read = (fields: object) =>
    check(addProviderFormSchema, { key: 'a1', name: 'A', baseUrl: 'http://127.0.0.1:1/v1', ...fields });

  it('takes keys and headers one a line, keeps them when left empty, and removes them by a word', () => {
    expect(
      read({ furtherKeys: ' sk-a \r\nsk-b\n', headers: 'X-Team: support\nX-Url: http://a:1' }),
    ).toMatchObject({
      furtherKeys: ['sk-a', 'sk-b'],
      headers: { 'X-Team': 'support', 'X-Url': 'http://a:1' },
    });
    expect(read({ furtherKeys: '', headers: '' })).toMatchObject({
      furtherKeys: undefined,
      headers: undefined,
    });
    expect(read({ furtherKeys: 'none', headers: 'None' })).toMatchObject({ furtherKeys: [], headers: {} });
    expect(() => read({ headers: 'no colon' })).toThrow(/as Name: value/);
  });
});
