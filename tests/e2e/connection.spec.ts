import { startServer } from '../support/server';
import { makeUserWithRole } from '../support/users-with-roles';
import { expect, expectAccessible, signIn, test, untilAlive } from './fixtures';
import { chooseAction } from './playground-fixtures';

test('a page stays when the network goes as a reply ends, and catches up when it is back @soak', async ({
  signedIn: page,
  context,
}) => {
  // The reply is complete; what the page asks for next, to refresh its figures, no longer gets through.
  await page.route('**/ai.data*', (route) => route.abort('internetdisconnected'));
  const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('/ai.data'));
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Explain tides in one sentence.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await lost;
  await context.setOffline(true);
  const notice = page.getByRole('status').filter({ hasText: 'You’re offline.' });
  await expect(notice).toContainText('This page stays as it is and updates when you’re back.');
  await expect(page.getByRole('list', { name: /^Thread/ })).toContainText('Explain tides in one sentence.');
  await expect(page.getByRole('banner')).toContainText('Hello, Frida!');
  await expectAccessible(page);

  await page.unrouteAll({ behavior: 'wait' }); // it asks again now and then
  const caughtUp = page.waitForResponse(/\/ai\.data/);
  await context.setOffline(false);
  await caughtUp;
  await expect(notice).toHaveCount(0);
  await expect(page.getByRole('list', { name: /^Thread/ })).toContainText('Explain tides in one sentence.');
});

test('offline, a link to another page says why it does not open, and opens it later @soak', async ({
  page,
  context,
}) => {
  await page.goto('/');
  await page.waitForLoadState('networkidle'); // its own code has to be there
  await context.setOffline(true);
  await expect(page.getByRole('status').filter({ hasText: 'You’re offline.' })).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).click();
  await expect(page.getByText('Other pages open again when you’re back.')).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('link', { name: 'Start building' }).first()).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Other pages open again when you’re back.')).toHaveCount(0);
  await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).click();
  await expect(page).toHaveURL(/\/pricing$/);
});

test('a page whose data breaks off midway is asked for again, and one that is overtaken says nothing @soak', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const fetchWhole = window.fetch.bind(window);
    const begun = (bytes: ArrayBuffer, end: (controller: ReadableStreamDefaultController) => void) =>
      new ReadableStream({
        start(controller) {
          controller.enqueue(new Uint8Array(bytes.slice(0, 20)));
          end(controller);
        },
      });
    let breaksOff = true;
    window.fetch = async (input, init) => {
      const response = await fetchWhole(input, init);
      const { pathname } = new URL(response.url);
      if (pathname === '/docs.data') {
        const { signal } = init ?? {};
        const body = begun(await response.arrayBuffer(), (controller) =>
          signal?.addEventListener('abort', () => controller.error(signal.reason)),
        );
        document.documentElement.dataset.held = 'docs';
        return new Response(body, response);
      }
      if (pathname !== '/pricing.data' || !breaksOff) return response;
      breaksOff = false;
      const body = begun(await response.arrayBuffer(), (controller) =>
        controller.error(new TypeError('network error')),
      );
      return new Response(body, response);
    };
  });
  await page.goto('/');
  await untilAlive(page);
  const header = page.getByRole('banner');
  await header.getByRole('link', { name: 'Docs' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-held', 'docs');
  await header.getByRole('link', { name: 'Pricing' }).click();
  await expect(page).toHaveURL(/\/pricing$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Plans & Pricing');
});

test('a form may be left for another page while its answer ends and the page is read anew @soak', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const fetchWhole = window.fetch.bind(window);
    const untilAborted = (signal: AbortSignal) =>
      new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    window.fetch = async (input, init) => {
      const response = await fetchWhole(input, init);
      const { signal } = init ?? {};
      if (!signal || new URL(response.url).pathname !== '/forgot-password.data') return response;
      document.documentElement.dataset.held = init?.method ?? 'GET';
      if (init?.method !== 'POST') {
        await untilAborted(signal);
        throw signal.reason;
      }
      const bytes = new Uint8Array(await response.arrayBuffer());
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(bytes);
          void untilAborted(signal).then(() => controller.error(signal.reason));
        },
      });
      return new Response(body, response);
    };
  });
  await page.goto('/forgot-password');
  await untilAlive(page);
  await page.getByLabel('Email').fill('nobody@example.org');
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-held', /./);
  await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Plans & Pricing');
});

test('offline, nobody is told that they are signed out @soak', async ({ signedIn: page, context }) => {
  await page.goto('/app-info');
  await page.getByRole('banner').getByRole('link', { name: 'Hello, Frida!' }).hover();
  // What says it is there before the line goes.
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Log out again when you’re back.' })).toBeVisible();
  await expect(page.getByRole('banner')).toContainText('Hello, Frida!');
});

test('a part that an update has taken away is offered a reload, which keeps what is typed @soak', async ({
  signedIn: page,
}) => {
  await page.route('**/assets/recall-dialog-*.js', (route) => route.fulfill({ status: 404 }));
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Why is the sky blue?');
  await chooseAction(page, 'Session', 'Recall');
  await page.getByRole('button', { name: 'Try again' }).click();
  const reload = page.getByRole('button', { name: 'Reload' });
  await expect(reload).toBeVisible();
  await page.unrouteAll();
  await Promise.all([page.waitForEvent('load'), reload.click()]);
  await chooseAction(page, 'Session', 'Recall');
  await expect(page.getByRole('dialog', { name: 'Recall Saved I/O' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveValue('Why is the sky blue?');
});

test('a page whose code an update has taken away is opened all the same @soak', async ({ signedIn }) => {
  // A tab whose console may say what could not be loaded.
  const page = await signedIn.context().newPage();
  await page.goto('/ai');
  await untilAlive(page);
  const taken = '**/assets/app-info-*.js';
  await page.route(taken, (route) => route.fulfill({ status: 404 }));
  const reload = page.waitForRequest((request) => request.isNavigationRequest());
  await page.getByRole('banner').getByRole('link', { name: 'App Info' }).click();
  await reload.then(() => page.unroute(taken));
  await expect(page).toHaveURL(/\/app-info$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About Promptwell');
});

test('a server that restarts takes nothing away: the page that was asked for arrives @soak', async ({
  page,
}) => {
  const first = await startServer();
  const env = { PORT: new URL(first.origin).port };
  await page.goto(`${first.origin}/pricing`);
  await page.getByRole('banner').getByRole('link', { name: 'App Info' }).click();
  await expect(page).toHaveURL(/\/app-info$/);
  await first.stop();

  await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).click();
  const notice = page.getByRole('status').filter({ hasText: 'Can’t reach the server.' });
  await expect(notice).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About Promptwell');

  const second = await startServer({ env, dataDir: first.dataDir });
  await notice.getByRole('button', { name: 'Try now' }).click();
  await expect(page).toHaveURL(/\/pricing$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Plans & Pricing');
  await expect(notice).toHaveCount(0);
  await second.stop();
});

test('a window says that somebody else has logged in in another one, whose session it has now @soak', async ({
  signedIn: page,
  server,
  context,
}) => {
  const notice = page.getByRole('status').filter({ hasText: 'You’re logged in to another account.' });
  const { account } = await makeUserWithRole(server, 'paiduser');
  await context.clearCookies(); // as whoever logs out there
  await signIn(await context.newPage(), account);
  await expect(notice).toContainText('Nothing more is sent from this page until you reload it.');
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Who pays for this?');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('This browser is logged in to another account now.');
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveValue('Who pays for this?');

  await notice.getByRole('button', { name: 'Reload' }).click();
  await untilAlive(page);
  await expect(notice).toHaveCount(0);
});

test('a window says that another one has logged out, until it logs in again there @soak', async ({
  signedIn: page,
  administrator,
  context,
}) => {
  const other = await context.newPage();
  await other.goto('/docs');
  await untilAlive(other);
  await other.getByRole('button', { name: 'Logout' }).click();
  await expect(other).toHaveURL(/\/$/);
  const notice = page.getByRole('status').filter({ hasText: 'Your session has ended.' });
  await expect(notice.getByRole('link', { name: 'Login' })).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(notice).toContainText('Log in again to continue on this page.');
  await signIn(other, administrator);
  await expect(notice).toHaveCount(0);
});
