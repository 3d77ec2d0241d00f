import { Button } from '~/ui/button';
import { ButtonLink } from '~/ui/button-link';
import { formatCost, formatExact } from '~/ui/format-money';
import { Skeleton } from '~/ui/skeleton';
import type { Attachment } from './attachment';
import type { AttachmentsRowProps } from './attachments-row-props';
import { transcriptionMicroUsd } from './transcription';

type Props = Pick<AttachmentsRowProps, 'attachments' | 'isFreePlan'> & { item: Attachment };

/** "less than 0.10¢" in a sentence. */
const inWords = (cost: string): string => cost.replace(/^< /, 'less than ');

/** Offers to transcribe a recording. Nothing is charged without a click. */
export function TranscriptionAction({ item, attachments, isFreePlan }: Props) {
  const { id, name, state, durationSec } = item;
  const { transcription: offer } = attachments;
  if (state === 'transcribing') {
    return (
      <span className="flex flex-wrap items-center gap-2 text-ink-3">
        <span className="flex items-center gap-2" role="status">
          Transcribing… <Skeleton className="h-2 w-24" />
        </span>
        <Button
          size="s"
          aria-label={`Cancel the transcription of ${name}`}
          onClick={() => attachments.cancelTranscription(id)}
        >
          Cancel
        </Button>
      </span>
    );
  }
  if (!offer) {
    return (
      <p className="text-warn">
        No model on this server transcribes recordings. An administrator can add one under Model Management.
        Until then, attach the text.
      </p>
    );
  }
  if (isFreePlan) {
    return (
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2">
        Transcription requires a balance.
        <ButtonLink to="/top-up" size="s">
          Add credit
        </ButtonLink>
      </p>
    );
  }
  const microUsd = transcriptionMicroUsd(durationSec ?? 0, offer.minuteFeeMicroUsd);
  return (
    <p className="my-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2">
      <Button size="s" onClick={() => attachments.transcribe(item)}>
        {microUsd === 0 ? 'Transcribe for free' : `Transcribe for ${inWords(formatCost(microUsd))}`}
      </Button>
      <span className="num">
        {offer.displayName}
        {microUsd === 0 ? '' : `, ${formatExact(offer.minuteFeeMicroUsd).replace(/0{1,4}$/, '')} per minute`}
      </span>
    </p>
  );
}
