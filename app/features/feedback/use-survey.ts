import { useEffect, useState } from 'react';
import { callApi, Refusal } from '~/core/browser/call-api';
import { messageSchema } from '~/core/shared/message';
import { QUESTION_KEYS, type QuestionKey } from './schema';
import { hasSubmitted, isKnownUnlocked, rememberSubmitted, rememberUnlocked } from './survey-flags';

type Answers = Partial<Record<QuestionKey, number>>;
interface Settings {
  userId: string;
  group: { id: number };
  isUnlocked: boolean;
}

/** The survey's answers, and the two flags that the browser keeps: that it is open, and that it was sent. */
export function useSurvey({ userId, group, isUnlocked }: Settings) {
  const [isOpen, setIsOpen] = useState(isUnlocked);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const [answers, setAnswers] = useState<Answers>({});
  const [comment, setComment] = useState('');
  const [isSaving, setIsSaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    if (isUnlocked) rememberUnlocked(userId);
    setIsOpen(isUnlocked || isKnownUnlocked(userId));
    setIsSubmitted(hasSubmitted(userId));
  }, [isUnlocked, userId]);

  async function submit(): Promise<void> {
    setIsSaving(true);
    setFailure(null);
    try {
      await callApi('/api/feedback', messageSchema, {
        body: { CategoryId: group.id, ...answers, Comment: comment },
      });
      rememberSubmitted(userId);
      setIsSubmitted(true);
    } catch (error) {
      setFailure(describeFailure(error));
    } finally {
      setIsSaving(false);
    }
  }

  return {
    isUnlocked: isOpen,
    isSubmitted,
    isSaving,
    failure,
    answers,
    comment,
    isComplete: QUESTION_KEYS.every((key) => answers[key] !== undefined),
    answer: (key: QuestionKey, value: number) => setAnswers((before) => ({ ...before, [key]: value })),
    setComment,
    clear: () => {
      setAnswers({});
      setComment('');
      setFailure(null);
    },
    submit,
  };
}

function describeFailure(error: unknown): string {
  if (!(error instanceof Refusal))
    return 'Failed to submit feedback. Network error occurred. Please try again later.';
  const errors = error.errors.filter((each) => each !== error.said);
  return ['Failed to submit feedback.', error.said, ...errors].filter(Boolean).join(' ');
}
