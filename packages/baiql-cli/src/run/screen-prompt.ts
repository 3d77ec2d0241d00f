import type { ScreenVerdict } from '@promptwell/baiql-runtime';

/** `RUN SCREEN`: judged by our own rules; nothing is sent anywhere for it. */
export async function screenPrompt(prompt: string): Promise<ScreenVerdict> {
  // Loaded by the scripts that ask for it.
  const { createModerator, DEFAULT_MODERATION_SETTINGS, screenText } =
    await import('@promptwell/ai-providers/moderation');
  return screenText(prompt, (text) => createModerator().moderate(text, DEFAULT_MODERATION_SETTINGS));
}
