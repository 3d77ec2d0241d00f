import type { SessionKind } from '~/core/server/session.server';
import type { Accounts, Visitor } from './deps.server';
import type { Person } from './find-person.server';
import { describeUser, type UserInfo } from './user-info';

export interface SignedIn {
  token: string;
  user: UserInfo;
  remember: boolean;
  /** A mark for the browser: see known-browsers. */
  browserMark: string;
}

/** A new secret at every sign-in: one that somebody planted in the browser beforehand is worth nothing. */
export async function startSession(
  {
    prisma,
    clock,
    sessions,
    knownBrowsers,
  }: Pick<Accounts, 'prisma' | 'clock' | 'sessions' | 'knownBrowsers'>,
  {
    person,
    kind,
    remember,
    visitor,
  }: { person: Person; kind: SessionKind; remember: boolean; visitor: Visitor },
): Promise<SignedIn> {
  const lastLoginAt = new Date(clock());
  await prisma.user.updateMany({ where: { id: person.id }, data: { lastLoginAt } });
  sessions.forget(person.id); // they show when one signed in last
  const { token } = await sessions.start({
    userId: person.id,
    kind,
    remember,
    userAgent: visitor.userAgent ?? '',
  });
  return {
    token,
    user: describeUser({ ...person, lastLoginAt }),
    remember,
    browserMark: knownBrowsers.mark(person.email),
  };
}
