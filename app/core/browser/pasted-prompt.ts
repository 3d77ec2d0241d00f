// Hands a prompt from the generator to the playground through session storage, as specified.

const PROMPT = 'ai_paste_prompt';
const ACTION = 'ai_paste_action';
const ORIGIN = 'ai_paste_saved_prompt';

/** `savedPromptId`: the saved prompt it is based on. */
export function pasteIntoPlayground(prompt: string, savedPromptId: string | null = null): void {
  sessionStorage.setItem(PROMPT, prompt);
  if (savedPromptId !== null) sessionStorage.setItem(ORIGIN, savedPromptId);
  sessionStorage.setItem(ACTION, 'paste');
}

/** Takes the pending prompt; later calls return undefined. */
export function takePastedPrompt(): { prompt: string; savedPromptId: string | undefined } | undefined {
  const prompt = sessionStorage.getItem(ACTION) === 'paste' ? sessionStorage.getItem(PROMPT) : null;
  const savedPromptId = sessionStorage.getItem(ORIGIN) ?? undefined;
  for (const key of [PROMPT, ACTION, ORIGIN]) sessionStorage.removeItem(key);
  return prompt === null ? undefined : { prompt, savedPromptId };
}
