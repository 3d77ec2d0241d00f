import { redactPersonalData } from '@promptwell/ai-providers/personal-data';
import type { ScreenVerdict } from '@promptwell/baiql-runtime';

/** `RUN SCREEN`: personal data is taken out, and the rest judged by our own rules; nothing is sent anywhere for it. */
export async function screenPrompt(prompt: string): Promise<ScreenVerdict> {
  // Loaded by the scripts that ask for it.
  const { createModerator, DEFAULT_MODERATION_SETTINGS } =
    await import('@promptwell/ai-providers/moderation');
  const text = redactPersonalData(prompt);
  const { decision, message } = await createModerator().moderate(text, DEFAULT_MODERATION_SETTINGS);
  switch (decision) {
    case 'block':
      return { kind: 'blocked', message };
    case 'warn':
      return { kind: 'allowed', text, warning: message };
    case 'allow':
      return { kind: 'allowed', text };
  }
}
