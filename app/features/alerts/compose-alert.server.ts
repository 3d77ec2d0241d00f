import { utcDay } from '~/core/shared/clock';
import { findUser } from '~/features/accounts/index.server';
import { checkHealth } from '~/features/diagnostics/index.server';
import type { AlertMail, ComposeMail } from '~/features/mails/index.server';
import { composeUserMail } from '~/integrations/mail/index.server';
import type { AlertsDeps } from './deps.server';
import { ALERTS } from './alerts.server';

/**
 * Composes an alert from the current state. Returns undefined if the condition is over, the user is no longer an
 * administrator, or the mail is from an earlier day, as today's has the same content.
 */
export const composeAlert: ComposeMail<AlertsDeps> = async (services, { userId, about }) => {
  const user = await findUser(services, { id: userId });
  if (!user?.roles.includes('admin')) return undefined;
  const separator = about.indexOf(':');
  const name = about.slice(0, separator);
  const alert = Object.hasOwn(ALERTS, name) ? ALERTS[name] : undefined;
  if (!alert) return undefined; // from another version
  const findings = await alert.find(services, await checkHealth(services));
  const today = utcDay(services.clock());
  const finding = findings.find((each) => (each.about ?? today) === about.slice(separator + 1));
  return (
    finding && {
      ...composeUserMail(user, [...finding.paragraphs, `See more: ${services.siteUrl()}${alert.page}`]),
      subject: `${alert.subject} (${new URL(services.siteUrl()).host})`,
    }
  );
};

export const ALERT_MAILS: Readonly<Record<AlertMail, ComposeMail<AlertsDeps>>> = {
  'admin-alert': composeAlert,
};
