import { redirect } from '@remix-run/node';
import { forms } from '~/core/edge/form.server';
import { page } from '~/core/edge/page.server';
import { z } from '~/core/shared/zod';
import { timezoneSchema } from '~/features/preferences/index.server';

export const loader = page({ access: 'anyone', load: () => redirect('/') });

/** Sent by every page of a user whose browser has another time zone than the one shown, as long as none is chosen. */
export const action = forms('signed-in', (form) => ({
  note: form({
    schema: z.object({ timezone: timezoneSchema }),
    failure: 'Your time zone could not be noted.',
    run: async ({ services, actor, input }) => {
      await services.preferences.noteTimezone(actor.userId, input.timezone);
      return null;
    },
  }),
}));
