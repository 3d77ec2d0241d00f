import type { Moderator } from '@promptwell/ai-providers/moderation';
import type { RunHost } from '@promptwell/baiql-runtime';
import type { Models } from './find-models.js';

export interface Screening {
  screen: RunHost['screen'];
  close(): Promise<void>;
}

/**
 * `RUN SCREEN`: detects card numbers and personal data locally. Prompts for OpenAI's own models are also checked by
 * OpenAI's moderation; nothing else is sent anywhere.
 */
export function createScreening({ providers }: Models): Screening {
  let moderator: Moderator | undefined;
  return {
    async screen(prompt, model, signal) {
      // Loaded only for scripts that use it.
      const { createModerator, DEFAULT_MODERATION_SETTINGS, classifierBesideOpenAi, screenText } =
        await import('@promptwell/ai-providers/moderation');
      const judging = (moderator ??= createModerator());
      const openAi = providers.find(({ key }) => key === 'openai' && key === model.provider);
      const judge = openAi && classifierBesideOpenAi(openAi);
      return screenText(prompt, (text) =>
        judging.moderate(text, DEFAULT_MODERATION_SETTINGS, { judge, signal }),
      );
    },
    close: async () => moderator?.close(),
  };
}
