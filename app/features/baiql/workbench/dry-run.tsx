import { useRef } from 'react';
import { Button } from '~/ui/button';
import { Disclosure } from '~/ui/disclosure';
import { useFocusAfter } from '~/ui/focus-if-lost';
import { Notice } from '~/ui/notice';
import type { Validation } from '../index.server';
import { EstimateProgress } from './estimate-progress';
import type { EstimateHandle } from './use-estimate';

type Props = {
  handle: Pick<EstimateHandle, 'estimate' | 'cancel'>;
  prompts: Validation['prompts'];
  onBegin: () => void;
  onTry: () => void;
};

/** Number of rows of a trial. */
export const TRIAL_SIZE = 5;

/** Estimates a run without sending anything, and offers a trial of the first rows. */
export function DryRun({ handle: { estimate, cancel }, prompts, onBegin, onTry }: Props) {
  const isUnderWay = estimate.kind === 'under-way';
  const begin = useRef<HTMLButtonElement>(null);
  useFocusAfter(isUnderWay, begin);
  return (
    <section aria-label="Dry run" className="flex flex-col gap-3 border-t border-line pt-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-s font-semibold">Before you run</h3>
        <div className="flex gap-1.5">
          <Button ref={begin} size="s" onClick={onBegin} isBusy={isUnderWay}>
            Dry run
          </Button>
          <Button size="s" onClick={onTry}>
            Try {TRIAL_SIZE} rows
          </Button>
        </div>
      </div>
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
      {estimate.kind === 'none' && prompts.length === 0 ? (
        <p className="text-s text-ink-2">
          A dry run fills in the first prompts and estimates the cost. It sends nothing and is free.
        </p>
      ) : null}
      <PromptList prompts={prompts} />
    </section>
  );
}

/** The first prompts as they would be sent. */
function PromptList({ prompts }: Pick<Validation, 'prompts'>) {
  if (prompts.length === 0) return null;
  const hasBatches = prompts.some(({ batch }) => batch !== prompts[0]?.batch);
  return (
    <div className="flex flex-col gap-1">
      {prompts.map(({ batch, number, text }) => (
        <Disclosure
          key={`${String(batch)}/${String(number)}`}
          summary={`Prompt ${String(number)}${hasBatches ? ` of batch ${String(batch)}` : ''}`}
        >
          <p className="rounded-1 border border-line bg-surface px-3 py-2 font-mono text-xs leading-5 wrap-anywhere whitespace-pre-wrap">
            {text}
          </p>
        </Disclosure>
      ))}
    </div>
  );
}
