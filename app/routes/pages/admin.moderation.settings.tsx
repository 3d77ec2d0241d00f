import type { MetaFunction } from '@remix-run/node';
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { forms } from '~/core/edge/form.server';
import { page } from '~/core/edge/page.server';
import { ModerationSettingsPage } from '~/features/moderation-console';
import {
  moderationFormSchema,
  readModerationSettings,
  saveModerationSettings,
  tryModeration,
  tryTextSchema,
} from '~/features/moderation/index.server';
import { preserveForm } from '~/ui/form/preserve-form';

export const meta: MetaFunction = () => [{ title: 'Moderation Settings · Admin · Promptwell' }];

export const loader = page({
  access: 'prompts:moderate',
  load: ({ services }) => readModerationSettings(services),
});

const FAILURE = 'Failed to save moderation settings.';

export const action = forms('prompts:moderate', (form) => ({
  save: form({
    schema: moderationFormSchema,
    failure: FAILURE,
    run: async ({ services, actor, input }) => {
      await saveModerationSettings(services, actor, input);
      return { message: 'Moderation settings saved.' };
    },
  }),
  try: form({
    schema: tryTextSchema,
    failure: 'The text could not be checked. Please try again.',
    run: async ({ services, input }) => ({ result: await tryModeration(services, input) }),
  }),
}));

export const clientAction = (args: ClientActionFunctionArgs) => preserveForm<typeof action>(args, FAILURE);
export { shouldRevalidate } from '~/ui/form/preserve-form';

export default function ModerationSettings() {
  return <ModerationSettingsPage {...useLoaderData<typeof loader>()} />;
}
