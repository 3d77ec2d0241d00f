import type { SubmissionResult } from '@conform-to/react';
import {
  MODEL_FIELDS,
  ROTATION_FIELDS,
  SPENDING_FIELDS,
  TIME_FIELDS,
  type ModelChoice,
  type Preferences,
} from '~/features/preferences';
import { buttonClasses } from '~/ui/button-variant';
import { formatBalance, microUsdFromCents } from '~/ui/format-money';
import { Notice } from '~/ui/notice';
import { AccountSection } from './account-section';
import { ChangePasswordForm } from './change-password-form';
import { DeleteAccount } from './delete-account';
import { ProfileSummary } from './profile-summary';
import { PreferencesForm } from './preferences-form';
import { SessionList, type ShownSession } from './session-list';

type Props = {
  name: string;
  email: string;
  userType: string;
  roles: string;
  memberSince: string;
  hasPassword: boolean;
  preferences: Preferences;
  timezones: readonly string[];
  models: readonly ModelChoice[];
  sessions: readonly ShownSession[];
  balanceCents: number;
  refusal: string | null;
  result: { act: string; done: { message: string } | null; reply: SubmissionResult | null } | undefined;
};

export function AccountPage({ result, ...account }: Props) {
  return (
    <div className="mx-auto w-full max-w-220 px-5 pt-10 pb-16">
      <h1 className="pb-6 text-2xl">Your account</h1>
      <noscript>{result?.done ? <Notice tone="good">{result.done.message}</Notice> : null}</noscript>
      <AccountSection title="Profile">
        <ProfileSummary {...account} />
      </AccountSection>
      <AccountSection title="Password" lead="Changing it signs all other browsers and scripts out.">
        <div className="flex flex-col gap-7">
          <ChangePasswordForm
            key={result?.done?.message}
            lastResult={result?.act === 'change-password' ? result.reply : null}
            hasPassword={account.hasPassword}
            email={account.email}
          />
          <PreferencesForm subject="the rotation" fields={ROTATION_FIELDS} {...account} />
        </div>
      </AccountSection>
      <AccountSection title="Spending" lead="Limits that you set yourself, on top of your balance.">
        <PreferencesForm subject="the limits" fields={SPENDING_FIELDS} {...account} />
      </AccountSection>
      <AccountSection title="Model" lead="What you work with most.">
        <PreferencesForm subject="the model" fields={MODEL_FIELDS} {...account} />
      </AccountSection>
      <AccountSection title="Time" lead="Dates are shown in your timezone.">
        <PreferencesForm subject="the timezone" fields={TIME_FIELDS} {...account} />
      </AccountSection>
      <AccountSection title="Signed in" lead="Every browser and script that can use your account now.">
        <SessionList sessions={account.sessions} />
      </AccountSection>
      <AccountSection title="Your data" lead="One zip file with everything that is kept about you.">
        <a href="/api/account/export" download className={buttonClasses('secondary', 'm')}>
          Export my data
        </a>
      </AccountSection>
      <AccountSection title="Delete account" lead="For good. Export your data first if you want to keep it.">
        <DeleteAccount
          balanceText={formatBalance(microUsdFromCents(account.balanceCents))}
          refusal={account.refusal}
        />
      </AccountSection>
    </div>
  );
}
