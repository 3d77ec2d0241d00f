// How a prompt gets from the generator into the playground's box: by the browser's session, as specified.

const PROMPT = 'ai_paste_prompt';
const ACTION = 'ai_paste_action';
const ORIGIN = 'ai_paste_saved_prompt';

/** `savedPromptId`: the saved prompt that it was made from. */
export function pasteIntoPlayground(prompt: string, savedPromptId: string | null = null): void {
  sessionStorage.setItem(PROMPT, prompt);
  if (savedPromptId !== null) sessionStorage.setItem(ORIGIN, savedPromptId);
  sessionStorage.setItem(ACTION, 'paste');
}

/** The prompt that waits for the playground, once. */
export function takePastedPrompt(): { prompt: string; savedPromptId: string | undefined } | undefined {
  const prompt = sessionStorage.getItem(ACTION) === 'paste' ? sessionStorage.getItem(PROMPT) : null;
  const savedPromptId = sessionStorage.getItem(ORIGIN) ?? undefined;
  for (const key of [PROMPT, ACTION, ORIGIN]) sessionStorage.removeItem(key);
  return prompt === null ? undefined : { prompt, savedPromptId };
}
