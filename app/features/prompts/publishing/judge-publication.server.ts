import { DomainError } from '~/core/shared/errors';
import type { PromptsDeps } from '../deps.server';
import { codesOf } from '../describe-prompt.server';
import type { ModerationCode, ModerationState } from '../moderation-codes';
import { isProfane } from './profanity.server';

interface Text {
  title: string;
  description: string;
  content: string;
}

/** The result of automatic checks of a text to publish. */
export type Verdict = { kind: 'clear' } | { kind: 'profane' | 'doubtful'; codes: ModerationCode[] };

const CODE_OF_CATEGORY = {
  hate: '1b',
  violence: '1d',
  'self-harm': '1d',
  minors: '1c',
  'payment-cards': '2a',
  'personal-data': '2a',
} as const satisfies Record<string, ModerationCode>;

const PROFANITY_MESSAGE =
  'Your prompt appears to contain disallowed language. It has been sent for review and remains private.';
const PENDING_MESSAGE = 'Your prompt is pending moderation. Others will see it once it is approved.';

export async function judgePublication(
  { moderation }: Pick<PromptsDeps, 'moderation'>,
  text: Text,
): Promise<Verdict> {
  if (isProfane(text)) return { kind: 'profane', codes: ['1a'] };
  const { decision, categories } = await moderation.check(
    `${text.title}\n\n${text.description}\n\n${text.content}`,
  );
  if (decision === 'allow') return { kind: 'clear' };
  return { kind: 'doubtful', codes: [...new Set(categories.map(({ name }) => CODE_OF_CATEGORY[name]))] };
}

interface Standing {
  moderation: string;
  moderationCodes: string;
  flaggedAt: Date | null;
}

export interface Publication {
  isPublic: boolean;
  wantsPublic: boolean;
  moderation: ModerationState;
  moderationCodes: string;
  flaggedAt: Date | null;
  /** A message to the author; may be empty. */
  message: string;
}

interface Judged extends Standing {
  /** The last decision rejected it. */
  isRefused: boolean;
}

/** The moderation state after the author asks to publish. An earlier rejection requires a new decision. */
export function publish(before: Judged & { isEdited: boolean }, verdict: Verdict, now: Date): Publication {
  const state = before.moderation as ModerationState;
  const codes = verdict.kind === 'clear' ? [] : verdict.codes;
  const held = {
    moderationCodes: JSON.stringify([...new Set([...codesOf(before), ...codes])]),
    flaggedAt: before.flaggedAt ?? now,
    message: PENDING_MESSAGE,
  };
  if (verdict.kind === 'profane') {
    const moderation = state === 'clear' || state === 'rejected' ? 'review' : state;
    return { ...held, isPublic: false, wantsPublic: true, moderation, message: PROFANITY_MESSAGE };
  }
  switch (state) {
    case 'rejected':
      if (!before.isEdited)
        throw new DomainError(
          'conflict',
          'This prompt was not approved. Change it, or appeal the decision.',
          { code: 'prompt_not_approved' },
        );
      return { ...held, isPublic: false, wantsPublic: true, moderation: 'review' };
    case 'reported':
    case 'flagged':
    case 'appealed':
      return { ...held, isPublic: true, wantsPublic: true, moderation: state };
    case 'clear':
    case 'review':
      if (before.isRefused) return { ...held, isPublic: false, wantsPublic: true, moderation: 'review' };
      return verdict.kind === 'clear'
        ? { ...CLEAR, isPublic: true }
        : { ...held, isPublic: true, wantsPublic: true, moderation: 'review' };
  }
}

/** The moderation state after the author makes it private: no review is needed. */
export function keepPrivate(before: Judged): Publication {
  const isPending = before.moderation === 'review';
  if (before.moderation === 'clear' || (isPending && !before.isRefused)) return CLEAR;
  const { moderation, moderationCodes, flaggedAt } = before;
  return {
    isPublic: false,
    wantsPublic: false,
    moderation: isPending ? 'rejected' : (moderation as ModerationState),
    moderationCodes,
    flaggedAt,
    message: '',
  };
}

export const CLEAR: Publication = {
  isPublic: false,
  wantsPublic: false,
  moderation: 'clear',
  moderationCodes: '[]',
  flaggedAt: null,
  message: '',
};
