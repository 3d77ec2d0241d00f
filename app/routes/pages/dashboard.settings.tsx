import { useActionData, useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { forms } from '~/core/edge/form.server';
import { page } from '~/core/edge/page.server';
import { SettingsPage } from '~/features/dashboard';
import { readSettings } from '~/features/dashboard/index.server';
import { allPreferencesSchema } from '~/features/preferences';
import { PREFERENCES_BODY_BYTES, savePreferences } from '~/features/preferences/index.server';
import { preserveForm } from '~/ui/form/preserve-form';

const FAILURE = 'Your settings could not be saved. Please try again.';

export const loader = page({
  access: 'signed-in',
  failure: 'Failed to load dashboard',
  load: ({ services, actor }) => readSettings(services, actor),
});

export const action = forms(
  'signed-in',
  (form) => ({
    preferences: form({
      schema: allPreferencesSchema,
      failure: FAILURE,
      run: ({ services, actor, input }) => savePreferences(services, actor, input),
    }),
  }),
  { maxBodyBytes: PREFERENCES_BODY_BYTES },
);

export const clientAction = (args: ClientActionFunctionArgs) => preserveForm<typeof action>(args, FAILURE);
export { shouldRevalidate } from '~/ui/form/preserve-form';

export default function DashboardSettings() {
  return <SettingsPage {...useLoaderData<typeof loader>()} result={useActionData<typeof action>()} />;
}
