import { apiRoute, call } from '~/core/edge/declare-call.server';
import { moderationSettingsSchema, saveModerationSettings } from '~/features/moderation/index.server';

export default apiRoute('/api/admin/moderation/settings', {
  GET: call({
    summary: 'Gives the thresholds and switches that every check goes by',
    access: 'prompts:moderate',
    answer: moderationSettingsSchema,
    handle: ({ services }) => services.moderation.settings(),
  }),
  POST: call({
    summary: 'Saves the thresholds and switches, all of them at once',
    access: 'prompts:moderate',
    body: moderationSettingsSchema,
    answer: moderationSettingsSchema,
    failure: 'Failed to save moderation settings.',
    handle: ({ services, actor, body }) => saveModerationSettings(services, actor, body),
  }),
});
