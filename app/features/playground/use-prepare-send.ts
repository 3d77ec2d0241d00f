import { useCallback, useRef, type ReactNode } from 'react';
import { readConnection } from '~/core/browser/connection';
import { useReview, type Redaction } from '~/features/send-review';
import type { Outgoing } from './reply';
import type { Turn } from './turns';

export type PrepareSend = (outgoing: Outgoing) => Promise<Outgoing | undefined>;

/**
 * What happens between Send and the request: moderation and personal data are asked about in a dialog, and taken out of
 * the prompt and of the files where that is wanted. Undefined: it does not leave the page, and the prompt stays where it
 * is.
 */
export function usePrepareSend(turns: readonly Turn[]): { prepareSend: PrepareSend; dialog: ReactNode } {
  const { review, dialog } = useReview();
  const thread = useRef(turns);
  thread.current = turns;
  const prepareSend = useCallback<PrepareSend>(
    async (outgoing) => {
      const { request, extras, notes } = outgoing;
      // Nothing leaves, and the thread says so.
      if (readConnection() === 'offline') return outgoing;
      const attachments = extras.attachments ?? [];
      const known = redactionsOf(thread.current);
      const reviewed = await review({
        parts: [
          { name: 'Prompt', text: request.prompt },
          ...attachments.map(({ name, text = '' }) => ({ name, text })),
        ],
        provider: request.provider,
        known,
      });
      if (!reviewed) return undefined;
      const { texts, redactPii } = reviewed;
      const [prompt = request.prompt, ...fileTexts] = texts;
      const leaving = [...texts, ...(extras.history ?? []).map(({ content }) => content)];
      const redactions = reviewed.redactions.filter(({ placeholder }) =>
        leaving.some((text) => text.includes(placeholder)),
      );
      return {
        request: { ...request, prompt },
        extras: {
          ...extras,
          ...(attachments.length > 0 && { attachments: attachments.map(withText(fileTexts)) }),
          ...(redactPii && { redactPii }),
        },
        notes: { ...notes, ...(redactions.length > 0 && { redactions }) },
      };
    },
    [review],
  );
  return { prepareSend, dialog };
}

const withText =
  (texts: readonly string[]) =>
  <File extends { text?: string | undefined }>(file: File, index: number): File =>
    file.text === undefined ? file : { ...file, text: texts[index] ?? file.text };

/** One placeholder stands for one thing in the whole thread: the model reads earlier turns as well. */
function redactionsOf(turns: readonly Turn[]): Redaction[] {
  const all = new Map<string, Redaction>();
  for (const { redactions = [] } of turns) {
    for (const redaction of redactions) all.set(redaction.placeholder, redaction);
  }
  return [...all.values()];
}
