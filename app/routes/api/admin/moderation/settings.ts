import { apiRoute, call } from '~/core/edge/declare-call.server';
import { moderationSettingsSchema, saveModerationSettings } from '~/features/moderation/index.server';

export default apiRoute('/api/admin/moderation/settings', {
  GET: call({
    summary: 'Returns the moderation thresholds and switches',
    access: 'prompts:moderate',
    apiKey: 'none',
    answer: moderationSettingsSchema,
    handle: ({ services }) => services.moderation.settings(),
  }),
  POST: call({
    summary: 'Saves all moderation thresholds and switches',
    access: 'prompts:moderate',
    apiKey: 'none',
    body: moderationSettingsSchema,
    answer: moderationSettingsSchema,
    failure: 'Failed to save moderation settings.',
    handle: ({ services, actor, body }) => saveModerationSettings(services, actor, body),
  }),
});
