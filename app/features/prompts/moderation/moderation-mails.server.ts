import type { ComposeMail, PromptMail } from '~/features/mails/index.server';
import {
  optionalMail,
  type Compose,
  type Letter,
  type NotificationsDeps,
} from '~/features/notifications/index.server';
import { codesOf } from '../describe-prompt.server';
import { MODERATION_CODES, type ModerationCode } from '../moderation-codes';

/** A mail to a prompt's author. */
const MODERATION_NEWS = ['approved', 'rejected', 'hidden'] as const;
export type ModerationNews = (typeof MODERATION_NEWS)[number];

/** The mail's deduplication key: one mail per decision. */
export const aboutPrompt = (news: ModerationNews, promptId: string, at: Date): string =>
  `${news}:${promptId}:${String(at.getTime())}`;

interface Prompt {
  id: string;
  title: string;
  moderation: string;
  isPublic: boolean;
  moderationNotes: string;
  codes: readonly ModerationCode[];
}

/** Undefined if the state has changed since, so that no outdated mail is sent. */
const LETTERS: Readonly<Record<ModerationNews, (prompt: Prompt, site: string) => Letter | undefined>> = {
  approved: ({ id, title, moderation, isPublic }, site) =>
    moderation === 'clear'
      ? {
          subject: 'Your prompt was approved',
          paragraphs: [
            `A moderator approved your prompt “${title}”.`,
            isPublic
              ? 'Everyone can see it in the community section now:'
              : 'It stays private until you publish it:',
            `${site}/saved-prompts/${id}`,
          ],
        }
      : undefined,
  rejected: ({ title, moderation, moderationNotes, codes }, site) =>
    moderation === 'rejected'
      ? {
          subject: 'Your prompt was not approved',
          paragraphs: [
            `A moderator looked at your prompt “${title}” and did not approve it${reasons(codes)}. It stays in your prompts and is private.`,
            ...(moderationNotes ? [`The moderator’s note: ${moderationNotes}`] : []),
            'You can change it and publish it again, or appeal:',
            `${site}/saved-prompts`,
          ],
        }
      : undefined,
  hidden: ({ title, moderation, codes }, site) =>
    moderation === 'reported' || moderation === 'flagged'
      ? {
          subject: 'Your prompt is hidden for now',
          paragraphs: [
            moderation === 'reported'
              ? `Several people reported your prompt “${title}”${reasons(codes)}.`
              : `A moderator flagged your prompt “${title}”${reasons(codes)}.`,
            'Until it has been reviewed, only you can see it. We’ll email you the decision, so you don’t have to do anything. If you think this is a mistake, you can appeal:',
            `${site}/saved-prompts`,
          ],
        }
      : undefined,
};

/** a report was already announced */
function reasons(codes: readonly ModerationCode[]): string {
  const words = codes.filter((code) => code !== '5a').map((code) => MODERATION_CODES[code].toLowerCase());
  return words.length === 0 ? '' : ` (${words.join(', ')})`;
}

const composeModeration: Compose = async ({ prisma, siteUrl }, userId, about) => {
  const [word, id] = about.split(':');
  const news = MODERATION_NEWS.find((each) => each === word);
  const row = await prisma.savedPrompt.findFirst({ where: { id: id ?? '', userId } });
  if (news === undefined || !row) return undefined;
  return LETTERS[news]({ ...row, codes: codesOf(row) }, siteUrl());
};

export const PROMPT_MAILS: Readonly<Record<PromptMail, ComposeMail<NotificationsDeps>>> = {
  moderation: optionalMail('moderation', composeModeration),
};
