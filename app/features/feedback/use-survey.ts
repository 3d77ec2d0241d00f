import { useEffect, useState } from 'react';
import { QUESTION_KEYS, type QuestionKey } from './schema';

const SUBMITTED = 'feedbackSubmitted';
const unlockedKey = (userId: string): string => `feedbackUnlocked:${userId}`;

interface Storage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

function read(storage: () => Storage, key: string): boolean {
  try {
    return storage().getItem(key) === 'true';
  } catch {
    return false; // storage is forbidden
  }
}

function write(storage: () => Storage, key: string): void {
  try {
    storage().setItem(key, 'true');
  } catch {
    // It is asked for again the next time.
  }
}

const local = () => localStorage;
const session = () => sessionStorage;

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
    if (isUnlocked) write(local, unlockedKey(userId));
    setIsOpen(isUnlocked || read(local, unlockedKey(userId)));
    setIsSubmitted(read(session, SUBMITTED));
  }, [isUnlocked, userId]);

  async function submit(): Promise<void> {
    setIsSaving(true);
    setFailure(null);
    try {
      const response = await fetch('/api/feedback', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ CategoryId: group.id, ...answers, Comment: comment }),
      });
      if (!response.ok) {
        setFailure(await failureOf(response));
        return;
      }
      write(session, SUBMITTED);
      setIsSubmitted(true);
    } catch {
      setFailure('Failed to submit feedback. Network error occurred. Please try again later.');
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

async function failureOf(response: Response): Promise<string> {
  const body = (await response.json().catch(() => ({}))) as { message?: string; errors?: string[] };
  const errors = body.errors?.filter((error) => error !== body.message) ?? [];
  return ['Failed to submit feedback.', body.message, ...errors].filter(Boolean).join(' ');
}
