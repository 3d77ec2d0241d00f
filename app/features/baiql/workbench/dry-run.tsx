import { Button } from '~/ui/button';
import { Notice } from '~/ui/notice';
import { EstimateFacts } from './estimate-facts';
import { EstimateProgress } from './estimate-progress';
import { PromptList } from './prompt-list';
import type { EstimateHandle } from './use-estimate';

type Props = {
  handle: Pick<EstimateHandle, 'estimate' | 'cancel'>;
  onBegin: () => void;
  onTry: () => void;
};

/** How many rows "Try" does. */
export const TRIAL_SIZE = 5;

/** What a run would do and cost, without sending anything; and a trial of the first rows, for real. */
export function DryRun({ handle: { estimate, cancel }, onBegin, onTry }: Props) {
  return (
    <section aria-label="Dry run" className="flex flex-col gap-3 border-t border-line pt-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-s font-semibold">Before you run</h3>
        <div className="flex gap-1.5">
          <Button size="s" onClick={onBegin} disabled={estimate.kind === 'under-way'}>
            Dry run
          </Button>
          <Button size="s" onClick={onTry}>
            Try {TRIAL_SIZE} rows
          </Button>
        </div>
      </div>
      {estimate.kind === 'none' ? (
        <p className="text-s text-ink-2">
          A dry run fills in the first prompts and works out the cost. It sends nothing and is free.
        </p>
      ) : null}
      {estimate.kind === 'under-way' ? (
        <EstimateProgress
          progress={estimate.progress}
          action={
            <Button size="s" variant="ghost" onClick={cancel}>
              Cancel
            </Button>
          }
        />
      ) : null}
      {estimate.kind === 'failed' ? <Notice tone="bad">{estimate.message}</Notice> : null}
      {estimate.kind === 'done' ? (
        <>
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-s">
            <EstimateFacts validation={estimate.validation} />
          </dl>
          {estimate.validation.problems.map((problem) => (
            <Notice key={problem} tone="bad">
              {problem}
            </Notice>
          ))}
          <PromptList prompts={estimate.validation.prompts} />
          {estimate.validation.notes.map((note) => (
            <p key={note} className="text-xs text-ink-2">
              {note}
            </p>
          ))}
        </>
      ) : null}
    </section>
  );
}
