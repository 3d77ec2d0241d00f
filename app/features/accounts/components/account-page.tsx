import type { SubmissionResult } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';
import { useState, type ReactNode } from 'react';
import {
  MODEL_FIELDS,
  PreferenceInputs,
  ROTATION_FIELDS,
  SPENDING_FIELDS,
  TIME_FIELDS,
  type ModelChoice,
  type Preferences,
} from '~/features/preferences';
import { Button } from '~/ui/button';
import { buttonClasses } from '~/ui/button-variant';
import { formatBalance, microUsdFromCents } from '~/ui/format-money';
import { Notice } from '~/ui/notice';
import { DeleteAccount } from './delete-account';
import { ChangePasswordForm } from './password-forms';
import { SessionList, type ShownSession } from './session-list';

type AccountPageProps = {
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
  /** Where mails are kept as files, for administrators of a server that sends none. */
  mailDirectory: string | null;
  result: { intent: string; done: { message: string } | null; reply: SubmissionResult | null } | undefined;
};

export function AccountPage({ result, ...account }: AccountPageProps) {
  // Emptied after each change, kept as it is after a refusal.
  const changed = result?.intent === 'change-password' ? result.done : null;
  const [changes, setChanges] = useState({ last: changed, count: 0 });
  if (changed !== null && changed !== changes.last) setChanges({ last: changed, count: changes.count + 1 });
  return (
    <div className="mx-auto w-full max-w-220 px-5 pt-10 pb-16">
      <h1 className="pb-6 text-2xl">Your account</h1>
      <noscript>{result?.done ? <Notice tone="good">{result.done.message}</Notice> : null}</noscript>
      {account.mailDirectory === null ? null : (
        <div className="pb-6">
          <Notice tone="warn">
            This server can’t send email: SMTP_URL is not set. Mails with links are kept as files in{' '}
            <span className="font-mono break-all">{account.mailDirectory}</span>.
          </Notice>
        </div>
      )}
      <AccountSection title="Profile">
        <ProfileSummary {...account} />
      </AccountSection>
      <AccountSection title="Password" lead="Changing it signs out all other browsers and scripts.">
        <div className="flex flex-col gap-7">
          <ChangePasswordForm
            key={changes.count}
            lastResult={result?.intent === 'change-password' ? result.reply : null}
            hasPassword={account.hasPassword}
            email={account.email}
          />
          <PreferencesForm subject="the password age" fields={ROTATION_FIELDS} {...account} />
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
      <AccountSection title="Sessions" lead="Browsers and scripts that are signed in to your account.">
        <SessionList sessions={account.sessions} />
      </AccountSection>
      <AccountSection title="Your data" lead="A zip file with everything Promptwell keeps about you.">
        <a href="/api/account/export" download className={buttonClasses('secondary', 'm')}>
          Export my data
        </a>
      </AccountSection>
      <AccountSection
        title="Delete account"
        lead="This can’t be undone. Export your data first if you want to keep it."
      >
        <DeleteAccount
          email={account.email}
          hasPassword={account.hasPassword}
          balanceText={
            account.balanceCents > 0 ? formatBalance(microUsdFromCents(account.balanceCents)) : null
          }
          refusal={account.refusal}
        />
      </AccountSection>
    </div>
  );
}

type AccountSectionProps = { title: string; lead?: ReactNode; children: ReactNode };

/** One matter of the account page: what it is on the left, what to do about it on the right. */
function AccountSection({ title, lead, children }: AccountSectionProps) {
  return (
    <section className="grid gap-x-10 gap-y-4 border-t border-line py-8 md:grid-cols-[220px_1fr]">
      <div>
        <h2 className="text-l">{title}</h2>
        {lead ? <p className="mt-1 text-s text-pretty text-ink-2">{lead}</p> : null}
      </div>
      <div className="max-w-110">{children}</div>
    </section>
  );
}

type ProfileSummaryProps = {
  name: string;
  email: string;
  userType: string;
  roles: string;
  memberSince: string;
};

function ProfileSummary({ name, email, userType, roles, memberSince }: ProfileSummaryProps) {
  const rows = [
    ['Name', name],
    ['Email', email],
    ['Plan', userType],
    ...(roles === '' ? [] : [['Roles', roles]]),
    ['Member since', memberSince],
  ];
  return (
    <dl className="grid grid-cols-[120px_1fr] gap-y-2 text-m">
      {rows.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-ink-2">{label}</dt>
          <dd className="num break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type PreferencesFormProps = {
  fields: Parameters<typeof PreferenceInputs>[0]['fields'];
  preferences: Preferences;
  timezones: readonly string[];
  models: readonly ModelChoice[];
  /** What is saved, for those who hear the button without seeing what stands above it. */
  subject: string;
};

/** Some of the preferences, with a button that saves them. */
function PreferencesForm({ subject, ...inputs }: PreferencesFormProps) {
  const sent = useNavigation().formData;
  const isBusy = sent?.get('intent') === 'preferences' && inputs.fields.some(({ name }) => sent.has(name));
  return (
    <Form method="post" className="flex flex-col gap-5">
      <input type="hidden" name="intent" value="preferences" />
      <PreferenceInputs {...inputs} />
      <div>
        <Button type="submit" isBusy={isBusy}>
          Save<span className="sr-only"> {subject}</span>
        </Button>
      </div>
    </Form>
  );
}
