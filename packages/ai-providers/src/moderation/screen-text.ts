import type { Country } from '../personal-data.js';
import { redactLongText } from '../personal-data/long-texts.js';
import type { ModerationResult } from './contract.js';

/** `text`: what may be sent, without personal data. `warning`: why it may be sent all the same. */
export type Screened =
  | { kind: 'allowed'; text: string; warning?: string }
  | { kind: 'blocked'; message: string };

/** Takes personal data out first, so that no judge elsewhere reads it either; then lets `moderate` judge the rest. */
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
