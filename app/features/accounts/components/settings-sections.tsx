import { getFormProps } from '@conform-to/react';
import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';
import { PreferenceInput, type ModelChoice, type Settings as SettingsOf } from '~/features/preferences';
import { TextField } from '~/ui/form/text-field';
import { Section } from '~/ui/page/section';
import type { AccountPreference, SettingName } from '../account-settings';

type Settings = SettingsOf<SettingName>;
export type Profile = { email: string; userType: string; roles: string; memberSince: string };

/** For every section of the account page. */
export const SECTION_CLASSES = 'border-t border-line pt-8 outline-none first:border-0 first:pt-0';

type Props = { settings: Settings; profile: Profile; models: readonly ModelChoice[] };

/** The sections that share one Save button. */
export function SettingsSections({ settings, profile, models }: Props) {
  const { form, changed } = settings;
  return (
    <Form method="post" {...getFormProps(form)}>
      <Section id="profile" title="Profile" className={SECTION_CLASSES}>
        <div className="flex flex-col gap-5">
          <Fields>
            <NameField settings={settings} name="firstName" label="First name" autoComplete="given-name" />
            <NameField settings={settings} name="lastName" label="Last name" autoComplete="family-name" />
          </Fields>
          <Facts {...profile} />
        </div>
      </Section>
      <Section
        id="spending"
        title="Spending"
        lead="Limits you set for yourself, on top of your balance."
        className={SECTION_CLASSES}
      >
        <Fields>
          <Setting settings={settings} name="PerRequestCapCents" models={models} />
          <Setting settings={settings} name="DailySpendCapCents" models={models} />
          <Setting settings={settings} name="LowBalanceWarnCents" models={models} />
          <Setting settings={settings} name="DefaultMaxOutputTokens" models={models} />
        </Fields>
      </Section>
      <Section id="preferences" title="Preferences" className={SECTION_CLASSES}>
        <Fields>
          <Setting settings={settings} name="DefaultModel" models={models} />
          <Setting
            settings={settings}
            name="PreferredTimezone"
            models={models}
            {...(settings.isTimezoneSuggested
              ? { hint: 'Detected from your browser. Save to use it for dates and times.' }
              : {})}
          />
          <Setting settings={settings} name="PersonalDataCountries" models={models} />
        </Fields>
      </Section>
      <input type="hidden" name="intent" value="settings" />
      {changed.length === 0 ? null : <input type="hidden" name="changed" value={changed.join(' ')} />}
    </Form>
  );
}

const Fields = ({ children }: { children: ReactNode }) => (
  <div className="grid items-start gap-5 sm:grid-cols-2">{children}</div>
);

type SettingProps = {
  settings: Settings;
  name: AccountPreference;
  models: readonly ModelChoice[];
  hint?: string;
};

/** One preference, anywhere on the page. */
export function Setting({ settings, name, ...rest }: SettingProps) {
  const { key, props } = settings.control(name);
  return <PreferenceInput key={key} {...props} {...rest} name={name} />;
}

type NameFieldProps = {
  settings: Settings;
  name: 'firstName' | 'lastName';
  label: string;
  autoComplete: string;
};

function NameField({ settings, name, ...rest }: NameFieldProps) {
  const { key, props } = settings.control(name);
  const { onText, ...field } = props;
  return <TextField key={key} {...field} {...rest} onChange={(event) => onText(event.currentTarget.value)} />;
}

/** Read-only account data. */
function Facts({ email, userType, roles, memberSince }: Profile) {
  const facts = [
    ['Email', email],
    ['Plan', userType],
    ...(roles === '' ? [] : [['Roles', roles]]),
    ['Member since', memberSince],
  ];
  return (
    <dl className="grid grid-cols-[110px_1fr] gap-y-2 text-s">
      {facts.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-ink-2">{label}</dt>
          <dd className="num break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
