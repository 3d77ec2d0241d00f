import { expect, it } from 'vitest';
import { originOf } from './origin';

it.each([
  [{ HOST: '127.0.0.1' }, 'http://127.0.0.1:3000'],
  [{ HOST: 'localhost' }, 'http://localhost:3000'],
  [{ HOST: '::1' }, 'http://[::1]:3000'],
  // As the container image listens; no browser on Windows opens http://0.0.0.0.
  [{ HOST: '0.0.0.0' }, 'http://127.0.0.1:3000'],
  [{ HOST: '::' }, 'http://[::1]:3000'],
  [{ HOST: '0.0.0.0', APP_URL: 'https://promptwell.test/' }, 'https://promptwell.test'],
])('the address that the console shows opens in a browser: %j', (env, origin) => {
  expect(originOf(env, 3000)).toBe(origin);
});
