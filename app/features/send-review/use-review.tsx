import { useCallback, useRef, useState, type ReactNode } from 'react';
import { lazyPanel } from '~/ui/lazy-component';
import { checkTexts, type CheckedTexts } from './check-texts';
import { redactAll, type Redaction } from './redact';
import type { ReviewChoice } from './review-dialog';

const ReviewDialog = lazyPanel(async () => (await import('./review-dialog')).ReviewDialog);

/** The texts to send: the prompt, then files with their display names. */
export interface ToReview {
  parts: readonly { name: string; text: string }[];
  provider: string;
  /** Placeholders already used in the thread. */
  known: readonly Redaction[];
}

export interface Reviewed {
  /** In order of the parts. */
  texts: string[];
  redactions: readonly Redaction[];
  /** The server redacts as well. */
  redactPii: boolean;
}

interface Question {
  checked: CheckedTexts;
  names: readonly string[];
  answer: (choice: ReviewChoice) => void;
}

/**
 * Reviews a request before sending: moderation warnings and personal data. Undefined: send unchanged. The same question
 * isn't asked twice.
 */
export function useReview(): {
  review: (request: ToReview) => Promise<Reviewed | undefined>;
  dialog: ReactNode;
} {
  const [question, setQuestion] = useState<Question>();
  const reviewed = useRef(new Set<string>());

  const review = useCallback(async ({ parts, provider, known }: ToReview) => {
    const texts = parts.map(({ text }) => text);
    const asIs = { texts, redactions: known, redactPii: false };
    const isReviewed = () => reviewed.current.has(JSON.stringify(texts));
    if (isReviewed()) return asIs;
    const checked = await checkTexts(texts, provider);
    const hasPersonalData = checked.parts.some(({ finds }) => finds.length > 0);
    if (checked.decision === 'allow' && !hasPersonalData) return asIs;
    const choice = await new Promise<ReviewChoice>((answer) =>
      setQuestion({ checked, names: parts.map(({ name }) => name), answer }),
    );
    setQuestion(undefined);
    if (choice === 'cancel') return undefined;
    const sent = choice === 'redact' ? { ...redactAll(checked.parts, known), redactPii: true } : asIs;
    reviewed.current.add(JSON.stringify(sent.texts));
    return sent;
  }, []);

  const dialog = question ? <ReviewDialog {...question} onClose={() => question.answer('cancel')} /> : null;
  return { review, dialog };
}
