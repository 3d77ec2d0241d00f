import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '../../app/api.server';
import { METHODS, type Access, type ApiRoute } from '../../app/core/edge/declare-call.server';
import { allowedMethods } from '../../app/core/edge/serve-api.server';
import { denialOf } from '../../app/core/shared/permissions';
import { CALLS, NOBODYS_ID, type DeclaredCall } from '../support/declared-calls';
import { startPayingServer, type PayingServer } from '../support/paying-server';
import { makeUserWithRole } from '../support/users-with-roles';
import { builtPages } from '../support/pages';
import { fromElsewhere } from '../support/people';
import { apiOf, type ApiAnswer } from '../support/server';
import { startStripeServer, stripeEnv, type StripeServer } from '../vendors/stripe-server';

// Goes over the whole route table: a new call or page is in it without being named. What belongs to others has a sweep
// of its own.

const KEY = { 'X-Idempotency-Key': 'sweep-sweep-sweep' };

let stripe: StripeServer;
let paying: PayingServer;
let strangerToken: string;
beforeAll(async () => {
  stripe = await startStripeServer();
  paying = await startPayingServer({ ...stripeEnv(stripe), TRUST_PROXY: 'on' });
  strangerToken = await paying.freeToken();
});
afterAll(async () => {
  await paying.close();
  await stripe.close();
});

const addressOf = ({ path: pattern }: ApiRoute, id = NOBODYS_ID): string =>
  pattern.replace(/:\w+/g, encodeURIComponent(id));
const ask = (token: string | undefined, method: string, address: string, body?: unknown, headers = {}) =>
  apiOf(paying.server.origin, token)(method, address, body, { ...KEY, ...fromElsewhere(), ...headers });

const isPermission = (access: Access): access is Exclude<Access, 'anyone' | 'signed-in'> =>
  access !== 'anyone' && access !== 'signed-in';

/** Has the error shape of OpenAI's API. */
const isOfOpenApi = ({ route }: Pick<DeclaredCall, 'route'>): boolean => route.path.startsWith('/v1/');

const bodyOf = ({ call }: DeclaredCall): object | undefined =>
  call.body !== undefined || call.readsBody !== undefined ? {} : undefined;

it.each(CALLS.filter(({ call }) => call.access !== 'anyone'))(
  '$name is closed to strangers',
  async (each) => {
    const answer = await ask(undefined, each.method, addressOf(each.route), bodyOf(each));
    const body = isOfOpenApi(each) ? { error: { code: 'invalid_api_key' } } : { code: 'no_token' };
    expect(answer).toMatchObject({ status: 401, body });
  },
);

it.each(CALLS.filter(({ call }) => isPermission(call.access)))(
  '$name is closed to people without the role',
  async (each) => {
    const { access } = each.call;
    const answer = await ask(strangerToken, each.method, addressOf(each.route), bodyOf(each));
    const message = isPermission(access) ? denialOf(access) : '';
    expect(answer).toMatchObject({ status: 403, body: { message, code: 'forbidden' } });
  },
);

it.each(CALLS.filter((each) => bodyOf(each) !== undefined))(
  '$name answers a wrong body, and none, with a sentence',
  async ({ route, method }) => {
    const wrong: [string | undefined, Record<string, string>][] = [
      [undefined, {}],
      ['null', {}],
      ['[]', {}],
      ['{"a":', {}],
      ['x', { 'Content-Type': 'text/plain' }],
      [JSON.stringify({ scriptContent: 7, prompt: {}, name: [], userId: {}, roles: 'admin' }), {}],
      ['', {}],
    ];
    for (const [content, headers] of wrong) {
      const answer = await ask(paying.token, method, addressOf(route), content, headers);
      const message = isOfOpenApi({ route }) ? messageOfError(answer.body) : answer.body.message;
      expectRefusal(
        { ...answer, body: { message } },
        `${String(content)} was answered with ${JSON.stringify(answer.body)}`,
      );
    }
  },
);

it.each(api.routes)('$path answers other methods with 405 and a true Allow', async (route) => {
  const allow = allowedMethods(route).join(', ');
  for (const method of METHODS.filter((each) => route.calls[each] === undefined)) {
    const answer = await ask(paying.token, method, addressOf(route), method === 'GET' ? undefined : {});
    expect([answer.status, answer.headers.get('Allow')]).toEqual([405, allow]);
  }
  const options = await ask(undefined, 'OPTIONS', addressOf(route));
  expect([options.status, options.headers.get('Allow')]).toEqual([204, allow]);
  if (route.calls.GET && !route.calls.GET.otherAnswers && route.calls.GET.access === 'anyone') {
    const [head, get] = [
      await ask(undefined, 'HEAD', addressOf(route)),
      await ask(undefined, 'GET', addressOf(route)),
    ];
    expect([head.status, head.body]).toEqual([get.status, { text: '' }]);
  }
});

it('an unknown address of the API answers 404 as JSON, whatever the method', async () => {
  for (const method of METHODS) {
    const answer = await ask(paying.token, method, '/api/nothing/here', method === 'GET' ? undefined : {});
    expect(answer).toMatchObject({ status: 404, body: { code: 'no_such_address' } });
  }
});

describe('every page', async () => {
  const pages = await builtPages();
  const formType = { 'Content-Type': 'application/x-www-form-urlencoded' };

  it.each(pages.filter(({ access }) => access && isPermission(access)))(
    '$address is closed to people without the role, and so are its forms',
    async ({ address, forms }) => {
      expect((await ask(strangerToken, 'GET', address)).status).toBe(403);
      for (const intent of Object.keys(forms?.schemas ?? {})) {
        const answer = await ask(strangerToken, 'POST', address, `intent=${intent}`, formType);
        expect([intent, answer.status]).toEqual([intent, 403]);
      }
    },
  );

  it.each(pages.filter(({ forms }) => forms && forms.access !== 'anyone'))(
    'each form of $address asks strangers to log in',
    async ({ address, forms }) => {
      for (const intent of Object.keys(forms?.schemas ?? {})) {
        const answer = await ask(undefined, 'POST', address, `intent=${intent}`, formType);
        expect([intent, answer.status]).toEqual([intent, 302]);
        expect(answer.headers.get('Location'), intent).toContain('/login');
      }
    },
  );

  it.each(pages.filter(({ forms }) => forms && !isPermission(forms.access)))(
    'each form of $address answers without its fields',
    async ({ address, forms }) => {
      // Some need none, and end a session or more.
      const { token } = await makeUserWithRole(paying.server, 'paiduser');
      for (const intent of [...Object.keys(forms?.schemas ?? {}), 'no-such-intent'])
        expect((await ask(token, 'POST', address, `intent=${intent}`, formType)).status, intent).toBeLessThan(
          500,
        );
    },
  );

  it.each(pages)('$address opens, or says why not', async ({ address, access }) => {
    const anonymous = await ask(undefined, 'GET', address);
    expect(anonymous.status).toBeLessThan(500);
    expect(access, 'its loader is declared').toBeDefined();
    if (access === 'anyone') return;
    expect(anonymous.status).toBe(302);
    expect(anonymous.headers.get('Location')).toContain('/login?returnTo=');
  });

  it.each(['/account', '/account.data'])('%s is kept by no cache that others share', async (address) => {
    const { status, headers } = await ask(paying.token, 'GET', address);
    expect(status).toBe(200);
    expect(headers.get('Cache-Control')).toMatch(/no-store|private/);
  });

  it('that keeps its forms when they cannot be sent is not read anew then', () => {
    expect(pages.filter((page) => page.keepsForm === 'yet-goes')).toEqual([]);
    expect(pages.filter((page) => page.keepsForm === 'yes')).not.toEqual([]);
  });

  it.each(pages)(
    '$address refuses other methods, forms that it does not know and large ones',
    async ({ address, hasForm }) => {
      const put = await ask(undefined, 'PUT', address, 'a=b', {
        'Content-Type': 'application/x-www-form-urlencoded',
      });
      expect(put.status).toBe(405);
      expect(put.headers.get('Allow')).toMatch(hasForm ? /POST/ : /^GET, HEAD$/);
      const form = `name=${'x'.repeat(100_000)}`;
      const large = await ask(undefined, 'POST', address, form, {
        'Content-Type': 'application/x-www-form-urlencoded',
      });
      expect(large.status).toBeGreaterThanOrEqual(300);
      expect(large.status).toBeLessThan(500);
    },
  );
});

it('a page that is searched by its address opens so often a minute, and then says how long to wait @soak', async () => {
  const pages = await builtPages();
  const searched = pages.find(({ access, rateLimit }) => access === 'signed-in' && rateLimit);
  if (!searched?.rateLimit) throw new Error('No page counts how often it is opened.');
  const { address, rateLimit } = searched;
  // The data of the page alone, as the browser asks for it when one goes from page to page.
  let refused = false;
  for (let sent = 0; sent <= 2 * rateLimit.points && !refused; sent += 20) {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ask(strangerToken, 'GET', `${address}.data`)),
    );
    refused = answers.some(({ status }) => status === 429);
  }
  const { status, headers, body } = await ask(strangerToken, 'GET', address);
  expect(status).toBe(429);
  expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
  expect(body.text).toContain('Too many requests');
  expect(body.text).toMatch(/Try again in \d+ seconds?\./);
});

it('has left no fault in the log', () => {
  expect(paying.server.output()).not.toMatch(/"level":(?:50|60)/);
});

const messageOfError = ({ error }: ApiAnswer['body']): unknown =>
  typeof error === 'object' && error !== null && 'message' in error ? error.message : undefined;

function expectRefusal(answer: Pick<ApiAnswer, 'status' | 'body'>, about: string): void {
  expect(answer.status, about).toBeGreaterThanOrEqual(400);
  expect(answer.status, about).toBeLessThan(500);
  expect(typeof answer.body.message, about).toBe('string');
}
