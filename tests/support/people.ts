import { randomUUID } from 'node:crypto';
import { mailedLink } from './mailbox';
import { apiOf, type TestServer } from './server';

/** A new person who has confirmed their address by the link in the mail: no roles, no money. */
export async function registerPerson(server: TestServer, firstName = 'Frida') {
  const account = { email: `${randomUUID()}@example.org`, password: 'Correct-horse-8' };
  const api = apiOf(server.origin);
  await api('POST', '/api/auth/register', {
    ...account,
    firstName,
    lastName: 'Free',
    confirmPassword: account.password,
  });
  const { search } = await mailedLink(server.dataDir, account.email);
  await api('GET', `/api/auth/confirm-email${search}`);
  return account;
}
