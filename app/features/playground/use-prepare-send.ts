import { useCallback, useRef, type ReactNode } from 'react';
import { readConnection } from '~/core/browser/connection';
import { useReview, type Redaction, type Reviewed } from '~/features/send-review';
import type { Outgoing } from './reply';
import type { Turn } from './turns';

export type PrepareSend = (outgoing: readonly Outgoing[]) => Promise<readonly Outgoing[] | undefined>;

/**
 * Reviews requests before they are sent: asks about moderation and personal data in a dialog, and redacts the prompt
 * and the files if wanted. Requests of one multi-send are reviewed together. Undefined: canceled, and the prompt stays
 * in the composer.
 */
export function usePrepareSend(turns: readonly Turn[]): { prepareSend: PrepareSend; dialog: ReactNode } {
  const { review, dialog } = useReview();
  const thread = useRef(turns);
  thread.current = turns;
  const prepareSend = useCallback<PrepareSend>(
    async (requests) => {
      // Offline: nothing is sent, and the thread shows the failure.
      if (readConnection() === 'offline') return requests;
      // Parts shared by several requests are reviewed once.
      const parts = new Map<string, string>();
      for (const { request, extras } of requests) {
        parts.set(request.prompt, 'Prompt');
        if (extras.instructions !== undefined && !parts.has(extras.instructions))
          parts.set(extras.instructions, 'Instructions');
        for (const { name, text = '' } of extras.attachments ?? []) {
          if (text !== '' && !parts.has(text)) parts.set(text, name);
        }
      }
      const reviewed = await review({
        parts: [...parts].map(([text, name]) => ({ name, text })),
        provider: requests[0]?.request.provider ?? '',
        known: redactionsOf(thread.current),
      });
      if (!reviewed) return undefined;
      const sentFor = new Map([...parts.keys()].map((text, index) => [text, reviewed.texts[index] ?? text]));
      return requests.map((outgoing) => withReviewed(outgoing, reviewed, sentFor));
    },
    [review],
  );
  return { prepareSend, dialog };
}

function withReviewed(
  { request, extras, notes }: Outgoing,
  { redactPii, redactions }: Pick<Reviewed, 'redactPii' | 'redactions'>,
  sentFor: ReadonlyMap<string, string>,
): Outgoing {
  const { attachments = [], history = [], instructions } = extras;
  const prompt = sentFor.get(request.prompt) ?? request.prompt;
  const files = attachments.map((file) =>
    file.text === undefined ? file : { ...file, text: sentFor.get(file.text) ?? file.text },
  );
  const reviewedInstructions = instructions && (sentFor.get(instructions) ?? instructions);
  const { continues } = request;
  const leaving = [
    prompt,
    reviewedInstructions ?? '',
    ...files.map(({ text = '' }) => text),
    ...history.map(({ content }) => content),
    ...(continues ? [continues.prompt, continues.reply] : []),
  ];
  const used = redactions.filter(({ placeholder }) => leaving.some((text) => text.includes(placeholder)));
  return {
    request: { ...request, prompt },
    extras: {
      ...extras,
      ...(reviewedInstructions !== undefined && { instructions: reviewedInstructions }),
      ...(files.length > 0 && { attachments: files }),
      ...(redactPii && { redactPii }),
    },
    notes: { ...notes, ...(used.length > 0 && { redactions: used }) },
  };
}

/** Placeholders are consistent across the thread, because the model reads earlier turns as well. */
function redactionsOf(turns: readonly Turn[]): Redaction[] {
  const all = new Map<string, Redaction>();
  for (const { redactions = [] } of turns) {
    for (const redaction of redactions) all.set(redaction.placeholder, redaction);
  }
  return [...all.values()];
}
