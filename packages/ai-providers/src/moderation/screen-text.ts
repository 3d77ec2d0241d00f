import type { Country } from '../personal-data.js';
import { redactLongText } from '../personal-data/long-texts.js';
import type { ModerationResult } from './contract.js';

/** `text`: the redacted text to send. `warning`: shown with a text that is allowed. */
export type Screened =
  | { kind: 'allowed'; text: string; warning?: string }
  | { kind: 'blocked'; message: string };

/** Redacts personal data first, so that no classifier receives it, and then moderates the rest. */
export async function screenText(
  text: string,
  moderate: (text: string) => Promise<ModerationResult>,
  countries?: readonly Country[],
): Promise<Screened> {
  const redacted = await redactLongText(text, countries);
  const { decision, message } = await moderate(redacted);
  switch (decision) {
    case 'block':
      return { kind: 'blocked', message };
    case 'warn':
      return { kind: 'allowed', text: redacted, warning: message };
    case 'allow':
      return { kind: 'allowed', text: redacted };
  }
}
