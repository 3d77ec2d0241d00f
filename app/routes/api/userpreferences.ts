import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  changePreferences,
  preferenceChangesSchema,
  PREFERENCES_BODY_BYTES,
  preferencesSchema,
} from '~/features/preferences/index.server';

export default apiRoute('/api/userpreferences', {
  GET: call({
    summary: 'Returns your preferences',
    access: 'signed-in',
    apiKey: 'none',
    answer: preferencesSchema,
    handle: ({ services, actor }) => services.preferences.read(actor.userId),
  }),
  POST: call({
    summary: 'Changes some of your preferences and returns all of them',
    access: 'signed-in',
    apiKey: 'none',
    body: preferenceChangesSchema,
    maxBodyBytes: PREFERENCES_BODY_BYTES,
    answer: preferencesSchema,
    handle: ({ services, actor, body }) => changePreferences(services, actor, body),
  }),
});
