import { Form, useNavigation } from '@remix-run/react';
import { PreferenceInputs, type ModelChoice, type Preferences } from '~/features/preferences';
import { Button } from '~/ui/button';

type Props = {
  fields: Parameters<typeof PreferenceInputs>[0]['fields'];
  preferences: Preferences;
  timezones: readonly string[];
  models: readonly ModelChoice[];
  /** What is saved, for those who hear the button without seeing what stands above it. */
  subject: string;
};

/** Some of the preferences, with a button that saves them. */
export function PreferencesForm({ subject, ...inputs }: Props) {
  const sent = useNavigation().formData;
  const isBusy = sent?.get('act') === 'preferences' && inputs.fields.some(({ name }) => sent.has(name));
  return (
    <Form method="post" className="flex flex-col gap-5">
      <input type="hidden" name="act" value="preferences" />
      <PreferenceInputs {...inputs} />
      <div>
        <Button type="submit" isBusy={isBusy}>
          Save<span className="sr-only"> {subject}</span>
        </Button>
      </div>
    </Form>
  );
}
