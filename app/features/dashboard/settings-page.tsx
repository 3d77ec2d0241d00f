import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { Form, Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { DeleteAccount, UnsavedGuard } from '~/features/accounts';
import {
  allPreferencesSchema,
  PREFERENCE_NAMES,
  PreferenceInput,
  preferenceNoun,
  preferencesFormShape,
  useSettings,
  type AskedPreference,
  type ModelChoice,
  type Settings,
} from '~/features/preferences';
import { outcomeOf, SaveBar } from '~/ui/form/save-bar';
import { Section } from '~/ui/page/section';
import type { readSettings } from './read-settings.server';

type Props = Awaited<ReturnType<typeof readSettings>> & {
  result: { done: { message: string } | null; reply: SubmissionResult | null } | undefined;
};

const SETTINGS = {
  schema: allPreferencesSchema,
  shape: preferencesFormShape(PREFERENCE_NAMES),
  nounOf: preferenceNoun,
};
const INTENT = 'preferences';

export function SettingsPage(props: Props) {
  const { settings: stored, models, startPages, deletion, favoriteCategory, result } = props;
  const settings = useSettings(SETTINGS, stored, result?.reply ?? null);
  const { form, changed } = settings;
  const fields = (...names: AskedPreference[]) => <Fields {...{ settings, models, startPages, names }} />;
  return (
    <div className="max-w-180">
      <UnsavedGuard isUnsaved={settings.loss !== ''} loss={`Your changes aren’t saved: ${settings.loss}.`} />
      <Form method="post" {...getFormProps(form)}>
        <Section
          title="Spending"
          lead="Limits you set for yourself, on top of your balance. All amounts are in US dollars."
        >
          {fields('PerRequestCapCents', 'DailySpendCapCents', 'LowBalanceWarnCents')}
        </Section>
        <Section title="Where you start">
          {fields('DefaultGlobalLanding', 'DefaultLandingTab', 'DefaultDateRange', 'PreferredTimezone')}
          <FavoriteCategory name={favoriteCategory} />
        </Section>
        <Section title="AI page" lead="What a new session starts with. You can change all of it there.">
          {fields(
            'DefaultModel',
            'DefaultMaxOutputTokens',
            'DefaultInstructions',
            'DefaultTemperature',
            'DefaultEffort',
            'DefaultWebSearch',
            'DefaultJsonReplies',
            'KeepHistory',
          )}
        </Section>
        <Section title="Prompts and exports">
          {fields('PersonalDataCountries', 'DefaultExportFormat', 'DefaultSavedPromptIsPublic')}
        </Section>
        <Section title="Emails">
          {fields(
            'EmailLowBalance',
            'EmailReceiptOnPayment',
            'EmailWeeklySummary',
            'EmailAnomalySpikes',
            'EmailModeration',
          )}
        </Section>
        <Section title="Password">{fields('PasswordRotationDays')}</Section>
        <input type="hidden" name="intent" value={INTENT} />
        {changed.length === 0 ? null : <input type="hidden" name="changed" value={changed.join(' ')} />}
      </Form>
      <Section
        title="Delete account"
        lead={
          <>
            This can’t be undone. To keep a copy,{' '}
            <Link to="/account#data" className="link">
              export your data
            </Link>{' '}
            first.
          </>
        }
      >
        <DeleteAccount {...deletion} />
      </Section>
      <SaveBar
        formId={form.id}
        intent={INTENT}
        count={changed.length}
        outcome={outcomeOf(result)}
        onDiscard={settings.discard}
      />
    </div>
  );
}

/** The pinned category is set where categories are chosen. */
function FavoriteCategory({ name }: { name: string | null }) {
  return (
    <p className="mt-5 text-s text-ink-2">
      <span className="font-medium text-ink">Favorite category: {name ?? 'none'}.</span>{' '}
      {name === null ? 'Pin one in the ' : 'New prompts start with it. Unpin it or pin another in the '}
      <Link to="/prompt-generator" className="underline">
        Prompt Generator
      </Link>
      .
    </p>
  );
}

type FieldsProps = {
  settings: Settings<AskedPreference>;
  models: readonly ModelChoice[];
  startPages: readonly string[];
  names: readonly AskedPreference[];
};

function Fields({ settings, models, startPages, names }: FieldsProps): ReactNode {
  return (
    <div className="grid items-start gap-x-8 gap-y-5 sm:grid-cols-2">
      {names.map((name) => {
        const { key, props } = settings.control(name);
        return (
          <PreferenceInput
            key={key}
            {...props}
            name={name}
            models={models}
            offered={name === 'DefaultGlobalLanding' ? startPages : undefined}
            isSlider={name === 'LowBalanceWarnCents'}
            hint={
              name === 'PreferredTimezone' && settings.isTimezoneSuggested
                ? 'Detected from your browser. Save to use it for dates and times.'
                : undefined
            }
          />
        );
      })}
    </div>
  );
}
