import { DomainError } from '~/core/shared/errors';
import { appointAdministrator, finishStartingCredit, hasAdministrator } from './appoint-administrator.server';
import type { Accounts } from './deps.server';
import { brokenPasswordRules } from './password-rules';
import { newSetupPath } from './setup-link.server';

export type FirstAdministrator =
  | { kind: 'exists' }
  | { kind: 'created'; email: string }
  /** Nobody is an administrator yet: print this path behind the site's address. It works once. */
  | { kind: 'set-up-link'; path: string };

/** At start-up: sees to it that somebody can administer this installation. */
export async function ensureFirstAdministrator(
  deps: Accounts,
  settings: { ADMIN_EMAIL?: string | undefined; ADMIN_PASSWORD?: string | undefined },
): Promise<FirstAdministrator> {
  await finishStartingCredit(deps);
  if (await hasAdministrator(deps)) return { kind: 'exists' };
  const { ADMIN_EMAIL, ADMIN_PASSWORD: password } = settings;
  if (ADMIN_EMAIL === undefined || password === undefined) {
    return { kind: 'set-up-link', path: await newSetupPath(deps) };
  }
  const broken = brokenPasswordRules(password);
  if (broken.length > 0) throw new DomainError('invalid', `ADMIN_PASSWORD is refused: ${broken.join('. ')}`);
  const email = ADMIN_EMAIL.trim().toLowerCase();
  const passwordHash = await deps.passwords.hash(password);
  const nobodyElse = () => Promise.resolve(); // there is one process, and it is starting
  await appointAdministrator(deps, { email, firstName: 'Admin', lastName: '', passwordHash }, nobodyElse);
  return { kind: 'created', email };
}
