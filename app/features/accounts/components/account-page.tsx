import type { SubmissionResult } from '@conform-to/react';
import { useEffect, useState } from 'react';
import { useSettings, type ModelChoice } from '~/features/preferences';
import { buttonClasses } from '~/ui/button-variant';
import { outcomeOf, SaveBar } from '~/ui/form/save-bar';
import { Notice } from '~/ui/notice';
import { showToast } from '~/ui/overlay/toast';
import { PageFrame } from '~/ui/page/page-frame';
import { Section } from '~/ui/page/section';
import { SectionNavigation } from '~/ui/page/section-navigation';
import { accountSettingsSchema, settingNoun, settingsShape, type SettingTexts } from '../account-settings';
import { FAILURES } from '../failures';
import type { Security } from '../security.server';
import { ChangeEmailForm } from './change-email-form';
import { ChangePasswordForm } from './change-password-form';
import { DropPasswordForm } from './drop-password-form';
import { ProofLink } from './owner-proof';
import { DeleteAccount, type Deletion } from './delete-account';
import type { SignInMethods } from '../sign-in-methods.server';
import { SecuritySection } from './security-section';
import type { ShownSession } from './session-list';
import { SECTION_CLASSES, Setting, SettingsSections, type Profile } from './settings-sections';
import { UnsavedGuard } from './unsaved-guard';

/** By anchor. */
const SECTIONS = [
  { id: 'profile', label: 'Profile' },
  { id: 'spending', label: 'Spending' },
  { id: 'preferences', label: 'Preferences' },
  { id: 'email', label: 'Email' },
  { id: 'password', label: 'Password' },
  { id: 'security', label: 'Security' },
  { id: 'data', label: 'Your data' },
  { id: 'delete', label: 'Delete account' },
] as const;

const SETTINGS = { schema: accountSettingsSchema, shape: settingsShape, nounOf: settingNoun };

type AccountPageProps = {
  profile: Profile;
  settings: SettingTexts;
  models: readonly ModelChoice[];
  sessions: readonly ShownSession[];
  security: Security;
  timeZone: string;
  deletion: Deletion;
  signInMethods: SignInMethods;
  /** Right after a provider was linked. */
  linkedMessage: string | null;
  /** Directory of unsent mails, for administrators of a server without SMTP. */
  mailDirectory: string | null;
  /** Token of a proof link that was just opened. */
  proofToken: string | null;
  /** Why the proof with a provider, or linking it, failed. */
  failure: string | null;
  result: { intent: string; done: { message: string } | null; reply: SubmissionResult | null } | undefined;
};

export function AccountPage({ result, profile, models, deletion, ...account }: AccountPageProps) {
  useOutcomeToast(result);
  const saved = result?.intent === 'settings' ? result : undefined;
  const settings = useSettings(SETTINGS, account.settings, saved?.reply ?? null);
  // The key changes after each success, which resets the form; errors keep its values.
  const changed = result?.intent === 'change-password' ? result.done : null;
  const [changes, setChanges] = useState({ last: changed, count: 0 });
  if (changed !== null && changed !== changes.last) setChanges({ last: changed, count: changes.count + 1 });
  return (
    <PageFrame title="Your account" width="m">
      <UnsavedGuard isUnsaved={settings.loss !== ''} loss={`Your changes aren’t saved: ${settings.loss}.`} />
      <noscript>{result?.done ? <Notice tone="good">{result.done.message}</Notice> : null}</noscript>
      {account.failure === null || result ? null : (
        <div className="pb-6">
          <Notice tone="bad">{account.failure}</Notice>
        </div>
      )}
      {account.linkedMessage === null || result ? null : (
        <div className="pb-6">
          <Notice tone="good">{account.linkedMessage}</Notice>
        </div>
      )}
      {account.proofToken === null || deletion.proof.isRecent ? null : (
        <ProofLink token={account.proofToken} />
      )}
      {account.mailDirectory === null ? null : <UnsentMailNotice in={account.mailDirectory} />}
      <div className="lg:grid lg:grid-cols-[150px_minmax(0,1fr)] lg:gap-10">
        <SectionNavigation label="Account" sections={SECTIONS} />
        <div className="mt-6 min-w-0 lg:mt-0">
          <SettingsSections settings={settings} profile={profile} models={models} />
          <Section
            id="email"
            title="Email"
            lead={`You log in with ${profile.email}.`}
            className={SECTION_CLASSES}
          >
            <ChangeEmailForm
              result={result?.intent === 'change-email' ? result : undefined}
              proof={deletion.proof}
            />
          </Section>
          <Section
            id="password"
            title="Password"
            lead="Changing your password logs out all other browsers and scripts."
            className={SECTION_CLASSES}
          >
            <div className="flex max-w-90 flex-col gap-7">
              <ChangePasswordForm
                key={changes.count}
                lastResult={result?.intent === 'change-password' ? result.reply : null}
                hasPassword={deletion.hasPassword}
                proof={deletion.proof}
                email={profile.email}
              />
              {deletion.hasPassword && !account.security.isOnlyWayIn ? (
                <DropPasswordForm
                  lastResult={result?.intent === 'drop-password' ? result.reply : null}
                  proof={deletion.proof}
                />
              ) : null}
              <Setting settings={settings} name="PasswordRotationDays" models={models} />
            </div>
          </Section>
          <Section
            id="security"
            title="Security"
            lead="How you log in, and where you’re logged in."
            className={SECTION_CLASSES}
          >
            <SecuritySection
              security={account.security}
              proof={deletion.proof}
              sessions={account.sessions}
              timeZone={account.timeZone}
              signInMethods={account.signInMethods}
              proofResult={result?.intent === 'prove-by-password' ? result.reply : null}
            />
          </Section>
          <Section
            id="data"
            title="Your data"
            lead="A ZIP file with everything Promptwell keeps about you."
            className={SECTION_CLASSES}
          >
            <a href="/api/account/export" download className={buttonClasses('secondary', 'm')}>
              Export my data
            </a>
          </Section>
          <Section
            id="delete"
            title="Delete account"
            lead="This can’t be undone. Export your data first if you want to keep it."
            className={SECTION_CLASSES}
          >
            <DeleteAccount {...deletion} />
          </Section>
          <SaveBar
            formId={settings.form.id}
            intent="settings"
            count={settings.changed.length}
            outcome={outcomeOf(saved)}
            onDiscard={settings.discard}
          />
        </div>
      </div>
    </PageFrame>
  );
}

/** Toasts for forms whose section shows no message. */
function useOutcomeToast(result: AccountPageProps['result']): void {
  useEffect(() => {
    // The save bar or the section shows it.
    if (result === undefined || ['settings', 'change-email'].includes(result.intent)) return;
    if (result.done) showToast('success', result.done.message);
    else if (!['change-password', 'drop-password', 'prove-by-password'].includes(result.intent)) {
      const messages = Object.values(result.reply?.error ?? {}).flat();
      showToast('error', messages.join('. ') || FAILURES.account);
    }
  }, [result]);
}

function UnsentMailNotice({ in: directory }: { in: string }) {
  return (
    <div className="pb-6">
      <Notice tone="warn">
        This server can’t send email: SMTP_URL is not set. Emails with links are kept as files in{' '}
        <span className="font-mono break-all">{directory}</span>.
      </Notice>
    </div>
  );
}
