import type { Moderator } from '@promptwell/ai-providers/moderation';
import type { RunHost } from '@promptwell/baiql-runtime';
import type { Models } from './find-models.js';

export interface Screening {
  screen: RunHost['screen'];
  close(): Promise<void>;
}

/**
 * `RUN SCREEN`: card numbers and personal data are looked for here. What is meant for OpenAI's own models is judged by
 * OpenAI's moderation besides; nothing else is sent anywhere for it.
 */
export function createScreening({ providers }: Models): Screening {
  let moderator: Moderator | undefined;
  return {
    async screen(prompt, model, signal) {
      // Loaded by the scripts that ask for it.
      const { createModerator, DEFAULT_MODERATION_SETTINGS, judgeBesideOpenAi, screenText } =
        await import('@promptwell/ai-providers/moderation');
      const judging = (moderator ??= createModerator());
      const openAi = providers.find(({ key }) => key === 'openai' && key === model.provider);
      const judge = openAi && judgeBesideOpenAi(openAi);
      return screenText(prompt, (text) =>
        judging.moderate(text, DEFAULT_MODERATION_SETTINGS, { judge, signal }),
      );
    },
    close: async () => moderator?.close(),
  };
}
