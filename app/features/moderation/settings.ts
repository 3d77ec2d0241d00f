import {
  DEFAULT_MODERATION_SETTINGS as DEFAULTS,
  type ModerationSettings,
} from '@promptwell/ai-providers/moderation';
import { z } from '~/core/shared/zod';

/** Thresholds are set by sliders from 0 to 1 in steps of 0.01. */
const score = (fallback: number) => z.number().min(0).max(1).multipleOf(0.01).default(fallback);

/** What an administrator may set, with its defaults; the names are those of the API. */
export const moderationSettingsSchema = z.object({
  hateWarn: score(DEFAULTS.hateWarn),
  hateBlock: score(DEFAULTS.hateBlock),
  violenceWarn: score(DEFAULTS.violenceWarn),
  violenceBlock: score(DEFAULTS.violenceBlock),
  selfHarmWarn: score(DEFAULTS.selfHarmWarn),
  selfHarmBlock: score(DEFAULTS.selfHarmBlock),
  blockPci: z.boolean().default(DEFAULTS.blockPci),
  blockCsam: z.boolean().default(DEFAULTS.blockCsam),
  forceDoNotStoreOnPiiWarn: z.boolean().default(DEFAULTS.forceDoNotStoreOnPiiWarn),
}) satisfies z.ZodType<ModerationSettings>;
