import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  changePreferences,
  favoriteCategorySchema,
  preferencesSchema,
} from '~/features/preferences/index.server';

export default apiRoute('/api/userpreferences/favorite-category', {
  POST: call({
    summary: 'Pins a category, or unpins it with null',
    access: 'signed-in',
    apiKey: 'none',
    body: favoriteCategorySchema,
    answer: preferencesSchema,
    handle: ({ services, actor, body }) => changePreferences(services, actor, body),
  }),
});
