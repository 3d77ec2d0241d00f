import { useEffect, useState } from 'react';
import { callApi, ApiError } from '~/core/browser/call-api';
import { useDraft } from '~/core/browser/use-draft';
import { messageSchema } from '~/core/shared/message';
import { QUESTION_KEYS, type QuestionKey } from './schema';
import {
  hasSubmitted,
  isKnownUnlocked,
  rememberSubmitted,
  rememberUnlocked,
  SURVEY_DRAFT,
  surveyDraftKey,
  type SurveyDraft,
} from './survey-storage';

const NOTHING: SurveyDraft = { answers: {}, comment: '' };
interface Settings {
  userId: string;
  group: { id: number };
  isUnlocked: boolean;
}

/** Answers of the survey, kept in the browser until they are sent, and its state. */
export function useSurvey({ userId, group, isUnlocked }: Settings) {
  const [isOpen, setIsOpen] = useState(isUnlocked);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const { value, latest, change, settle, discard } = useDraft(surveyDraftKey(userId), SURVEY_DRAFT, NOTHING);
  const { answers, comment } = value;
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
      // Changes made during the request were not sent.
      if (latest() === value) settle(value);
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
    answer: (key: QuestionKey, value: number) => change({ answers: { ...answers, [key]: value }, comment }),
    setComment: (next: string) => change({ answers, comment: next }),
    clear: () => {
      discard();
      settle(NOTHING);
      setFailure(null);
    },
    submit,
  };
}

function describeFailure(error: unknown): string {
  if (!(error instanceof ApiError))
    return 'Failed to submit feedback. Network error occurred. Please try again later.';
  const errors = error.errors.filter((each) => each !== error.serverMessage);
  return ['Failed to submit feedback.', error.serverMessage, ...errors].filter(Boolean).join(' ');
}
