import { api, byMethod, json } from '~/core/http.server';
import { resetPassword, visitorOf } from '~/features/accounts/index.server';
import { readForm } from './read-form.server';

export const action = api(
  byMethod({
    POST: async ({ request, context }) => {
      const { message } = await resetPassword(
        context.app.accounts,
        await readForm(request),
        visitorOf(request, context),
      );
      return json({ message });
    },
  }),
);
export const loader = action;
