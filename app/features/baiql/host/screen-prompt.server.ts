import type { ScreenVerdict } from '@promptwell/baiql-runtime';
import { redactPersonalData } from '~/features/moderation/index';
import type { Moderation } from '~/features/moderation/index.server';

/** `RUN SCREEN`: personal data is taken out first, so that no judge elsewhere reads it either; then the rest is judged. */
export async function screenPrompt(moderation: Moderation, prompt: string): Promise<ScreenVerdict> {
  const text = redactPersonalData(prompt);
  const { decision, message } = await moderation.check(text);
  switch (decision) {
    case 'block':
      return { kind: 'blocked', message };
    case 'warn':
      return { kind: 'allowed', text, warning: message };
    case 'allow':
      return { kind: 'allowed', text };
  }
}
