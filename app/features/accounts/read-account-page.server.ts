import { wholeCents } from '~/core/shared/money';
import { ROLE_LABELS, userTypeOf } from '~/core/shared/permissions';
import type { Actor } from '~/core/server/session.server';
import type { Ledger } from '~/features/ledger/index.server';
import { whyNotDelete } from './delete-account.server';
import type { Accounts } from './deps.server';
import { describeSession } from './describe-session';
import { findPerson } from './find-person.server';
import { listSessions } from './list-sessions.server';

/** From the server, so that it and the browser agree. UTC is not among those that it lists. */
const TIMEZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

/** Everything that the account page shows. */
export async function readAccountPage(deps: Accounts & { ledger: Pick<Ledger, 'balance'> }, actor: Actor) {
  const [person, preferences, sessions, balance, refusal] = await Promise.all([
    findPerson(deps, { id: actor.userId }),
    deps.preferences.read(actor.userId),
    listSessions(deps, actor),
    deps.ledger.balance(actor.userId),
    whyNotDelete(deps, actor),
  ]);
  const timeZone = preferences.PreferredTimezone;
  const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone });
  const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone });
  return {
    name: `${actor.firstName} ${actor.lastName}`.trim(),
    email: actor.email,
    userType: userTypeOf(actor.roles, balance.availableMicroUsd),
    roles: actor.roles.map((role) => ROLE_LABELS[role]).join(', '),
    memberSince: person ? day.format(person.createdAt) : '',
    hasPassword: typeof person?.passwordHash === 'string',
    preferences,
    timezones: TIMEZONES,
    sessions: sessions.map((session) => describeSession(session, (iso) => moment.format(new Date(iso)))),
    balanceCents: wholeCents(balance.postedMicroUsd),
    refusal: refusal ?? null,
  };
}
