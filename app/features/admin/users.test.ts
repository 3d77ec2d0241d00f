import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '~/core/server/session.server';
import type { Role } from '~/core/shared/permissions';
import { testServices, type TestServices } from '../../../tests/support/services';
import { changeRoles, listUsers, suspendUser, unsuspendUser } from './index.server';
import { usersPageQuerySchema, usersQuerySchema } from './schema';

let services: TestServices;
let root: Actor;
beforeEach(async () => {
  services = testServices();
  ({ actor: root } = await services.signUp({ roles: ['admin'], firstName: 'Root' }));
});
afterEach(() => services.close());

const list = (query: object = {}) => listUsers(services, usersQuerySchema.parse(query));
const names = async (query: object) => (await list(query)).users.map(({ firstName }) => firstName);
const rename = (actor: Actor, data: { email?: string; lastLoginAt?: Date; deletedAt?: Date }) =>
  services.prisma.user.update({ where: { id: actor.userId }, data });
const auditOf = (userId: string) =>
  services.prisma.auditEvent.findMany({
    where: { subject: userId },
    select: { actorId: true, action: true, detail: true },
    orderBy: { at: 'asc' },
  });
const setRoles = (userId: string, roles: Role[], by = root) => changeRoles(services, by, { userId, roles });

describe('the list of users', () => {
  it('finds a part of the name or the email, whatever its case and alphabet', async () => {
    const { actor } = await services.signUp({ firstName: 'Émile' });
    await rename(actor, { email: 'zola@paris.test' });
    await services.signUp({ firstName: 'Жанна' });
    expect(await names({ search: 'émi' })).toEqual(['Émile']);
    expect(await names({ search: 'ÉMIL' })).toEqual(['Émile']);
    expect(await names({ search: 'ZOLA@' })).toEqual(['Émile']);
    expect(await names({ search: 'жАНН' })).toEqual(['Жанна']);
    expect(await names({ search: 'zola émil' })).toEqual(['Émile']);
    expect(await names({ search: 'zola nobody' })).toEqual([]);
    expect(await names({ search: 'nobody' })).toEqual([]);
  });

  it.each(['%50%', '_a_', "'''quo", '"x"', 'xcc\\dde', "' OR 1=1 --"])(
    'takes %s for what it is',
    async (search) => {
      await services.signUp({ firstName: `a${search}b` });
      await services.signUp({ firstName: 'axb' });
      expect(await names({ search })).toEqual([`a${search}b`]);
    },
  );

  it('sorts each way by each column, and pages without losing anybody', async () => {
    for (const [index, firstName] of ['B', 'A', 'C'].entries()) {
      services.pass(1_000);
      const { actor } = await services.signUp({ firstName });
      await rename(actor, {
        email: `${firstName}@example.org`.toLowerCase(),
        lastLoginAt: new Date(services.clock() - index * 10_000),
      });
    }
    await rename(root, { email: 'root@example.org' });
    expect(await names({})).toEqual(['C', 'A', 'B', 'Root']);
    expect(await names({ order: 'asc' })).toEqual(['Root', 'B', 'A', 'C']);
    expect(await names({ sort: 'email', order: 'asc' })).toEqual(['A', 'B', 'C', 'Root']);
    expect(await names({ sort: 'lastLoginDate' })).toEqual(['B', 'A', 'C', 'Root']);
    const pages = [1, 2, 3].map((page) => list({ page, pageSize: 3, sort: 'email', order: 'asc' }));
    expect((await Promise.all(pages)).map(({ users, total }) => [users.length, total])).toEqual([
      [3, 4],
      [1, 4],
      [0, 4],
    ]);
  });

  it('leaves out deleted accounts, and says which ones are unconfirmed', async () => {
    const { actor: gone } = await services.signUp({ firstName: 'Gone' });
    await rename(gone, { deletedAt: new Date() });
    const { actor } = await services.signUp({ firstName: 'New', roles: ['teamadmin'] });
    await services.prisma.user.update({ where: { id: actor.userId }, data: { emailConfirmedAt: null } });
    expect(await names({ search: 'Gone' })).toEqual([]);
    expect((await list({ search: 'New' })).users).toMatchObject([
      { roles: ['teamadmin'], emailConfirmed: false, isLockedOut: false, lastLoginDate: null },
    ]);
  });

  it('reads a page’s address leniently', () => {
    const read = (address: Record<string, string>) => usersPageQuerySchema.parse(address);
    const usual = { page: 1, pageSize: 10, search: '', sort: 'registrationDate', order: 'desc' };
    expect(read({})).toEqual(usual);
    const absurd = { page: '9'.repeat(15), pageSize: '7', sort: '-password', search: 'x'.repeat(201) };
    expect(read(absurd)).toEqual({ ...usual, page: 100 });
    expect(read({ page: '-1' })).toEqual(usual);
    expect(read({ page: '2', pageSize: '5', sort: 'email', search: ' ada ' })).toEqual({
      page: 2,
      pageSize: 5,
      search: 'ada',
      sort: 'email',
      order: 'asc',
    });
  });
});

describe('a suspension', () => {
  it('ends every session at once, and is taken back', async () => {
    const { actor, token } = await services.signUp();
    expect(await suspendUser(services, root, actor.userId)).toMatchObject({ isLockedOut: true });
    expect(await services.sessions.find(token, 'bearer')).toBeUndefined();

    services.pass(1_000);
    expect(await unsuspendUser(services, root, actor.userId)).toMatchObject({ isLockedOut: false });
    expect(await services.sessions.find(token, 'bearer')).toBeUndefined();
    const { token: anew } = await services.sessions.start({ userId: actor.userId, kind: 'bearer' });
    expect(await services.sessions.find(anew, 'bearer')).toMatchObject({ userId: actor.userId });
    expect(await auditOf(actor.userId)).toEqual([
      { actorId: root.userId, action: 'user.suspended', detail: '{}' },
      { actorId: root.userId, action: 'user.unsuspended', detail: '{}' },
    ]);
  });

  it('is refused for oneself, for the last administrator and for nobody, and leaves nothing behind', async () => {
    const { actor: second } = await services.signUp({ roles: ['admin'] });
    await expect(suspendUser(services, root, root.userId)).rejects.toMatchObject({
      code: 'cannot_suspend_yourself',
    });
    await suspendUser(services, root, second.userId);
    await expect(suspendUser(services, second, root.userId)).rejects.toMatchObject({
      code: 'last_administrator',
    });
    await expect(suspendUser(services, root, 'nobody')).rejects.toMatchObject({ code: 'no_such_user' });
    expect(await auditOf(root.userId)).toEqual([]);
  });
});

describe('roles', () => {
  it('are exactly those that were given, from the next request on, and are written down', async () => {
    const { actor, token } = await services.signUp({ roles: ['paiduser'] });
    await setRoles(actor.userId, ['teamuser', 'admin', 'admin']);
    expect((await services.sessions.find(token, 'bearer'))?.roles).toEqual(['admin', 'teamuser']);
    expect(await setRoles(actor.userId, [])).toMatchObject({ roles: [] });
    expect((await services.sessions.find(token, 'bearer'))?.roles).toEqual([]);
    expect((await auditOf(actor.userId)).map(({ action }) => action)).toEqual(['user.roles', 'user.roles']);
  });

  it('keep what came with a payment while the form was open, and take back what it shows', async () => {
    const { actor } = await services.signUp({ roles: ['teamuser', 'paiduser'] });
    const form = { userId: actor.userId, shown: ['teamuser'], roles: ['enterpriseuser'] } as const;
    const { roles } = await changeRoles(services, root, form);
    expect([...roles].sort()).toEqual(['enterpriseuser', 'paiduser']);
  });

  it('leave an administrator, also when two remove each other at once', async () => {
    await expect(setRoles(root.userId, ['paiduser'])).rejects.toMatchObject({ code: 'last_administrator' });
    const { actor: second } = await services.signUp({ roles: ['admin'] });
    const outcomes = await Promise.allSettled([
      setRoles(second.userId, [], root),
      setRoles(root.userId, [], second),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await services.prisma.userRole.count({ where: { role: 'admin' } })).toBe(1);
  });
});
