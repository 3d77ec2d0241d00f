// How a prompt gets from the generator into the playground's box: by the browser's session, as specified.

const PROMPT = 'ai_paste_prompt';
const ACTION = 'ai_paste_action';

export function pasteIntoPlayground(prompt: string): void {
  sessionStorage.setItem(PROMPT, prompt);
  sessionStorage.setItem(ACTION, 'paste');
}

/** The prompt that waits for the playground, once. */
export function takePastedPrompt(): string | undefined {
  const prompt = sessionStorage.getItem(ACTION) === 'paste' ? sessionStorage.getItem(PROMPT) : null;
  sessionStorage.removeItem(PROMPT);
  sessionStorage.removeItem(ACTION);
  return prompt ?? undefined;
}
