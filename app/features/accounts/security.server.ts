import type { Actor } from '~/core/server/session.server';
import type { AccountsDeps } from './deps.server';
import { listPasskeys } from './passkeys/manage-passkeys.server';
import { passkeySiteOf } from './passkeys/passkey-site.server';
import { waysIn } from './provider-on-account.server';
import { labelOf } from './provider-return.server';
import { readSecondFactor } from './second-factor/set-up.server';
import { listSignIns } from './sign-ins.server';
import { describeUserAgent } from './user-sessions.server';
import { findUser } from './users.server';

/** How a login is called in the list. */
const METHOD_LABELS: Readonly<Record<string, string>> = {
  password: 'Password',
  code: 'Password and code',
  'recovery-code': 'Password and recovery code',
  passkey: 'Passkey',
  'set-up': 'Setup link',
  invitation: 'Invitation',
};

/** Data of the account page's section Security. */
export async function readSecurity(services: AccountsDeps, actor: Actor) {
  const [user, passkeys, secondFactor, signIns] = await Promise.all([
    findUser(services, { id: actor.userId }),
    listPasskeys(services, actor),
    readSecondFactor(services, actor),
    listSignIns(services, actor),
  ]);
  const site = passkeySiteOf(services);
  return {
    isOnlyWayIn: !user || waysIn(services, user).length < 2,
    passkeys,
    /** Why there can be no passkeys here; null if there can. */
    noPasskeys: site.isUsable ? null : site.reason,
    secondFactor,
    signIns: signIns.map(({ at, method, address, userAgent }) => ({
      at,
      address,
      method: METHOD_LABELS[method] ?? labelOf(services, method.replace(/^provider:/, '')),
      browser: describeUserAgent(userAgent),
    })),
  };
}
export type Security = Awaited<ReturnType<typeof readSecurity>>;
