import type { MetaFunction } from '@remix-run/node';
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { forms } from '~/core/edge/form.server';
import { page } from '~/core/edge/page.server';
import { ModerationPage } from '~/features/moderation-console';
import {
  decidePrompt,
  decisionFormSchema,
  flagFormSchema,
  flagPrompt,
  moderationAddressSchema,
  noteOnPrompt,
  notesFormSchema,
  readModerationPage,
} from '~/features/prompts/index.server';
import { preserveForm } from '~/ui/form/preserve-form';
import { isolate } from '~/ui/isolate';

export const meta: MetaFunction = () => [{ title: 'Prompt Moderation · Admin · Promptwell' }];

export const loader = page({
  access: 'prompts:moderate',
  query: moderationAddressSchema,
  load: ({ services, actor, query }) => readModerationPage(services, actor, query),
});

const FAILURE = 'Save failed';
const decided = decisionFormSchema.omit({ decision: true });

export const action = forms('prompts:moderate', (form) => ({
  approve: form({
    schema: decided,
    failure: FAILURE,
    run: async ({ services, actor, input }) => {
      const { title } = await decidePrompt(services, actor, { ...input, decision: 'approve' });
      return { message: `“${isolate(title)}” is approved.` };
    },
  }),
  reject: form({
    schema: decided,
    failure: FAILURE,
    run: async ({ services, actor, input }) => {
      const { title } = await decidePrompt(services, actor, { ...input, decision: 'reject' });
      return { message: `“${isolate(title)}” is not approved.` };
    },
  }),
  notes: form({
    schema: notesFormSchema,
    failure: FAILURE,
    run: async ({ services, actor, input }) => {
      await noteOnPrompt(services, actor, input);
      return { message: 'Codes and notes saved.' };
    },
  }),
  flag: form({
    schema: flagFormSchema,
    failure: FAILURE,
    run: async ({ services, actor, input }) => {
      await flagPrompt(services, actor, input.id);
      return { message: 'Prompt flagged.' };
    },
  }),
}));

export const clientAction = (args: ClientActionFunctionArgs) => preserveForm<typeof action>(args, FAILURE);
export { shouldRevalidate } from '~/ui/form/preserve-form';

export default function Moderation() {
  return <ModerationPage {...useLoaderData<typeof loader>()} />;
}
