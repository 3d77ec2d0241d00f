import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '~/ui/cx';
import type { StepState } from '../engine/steps';

type Props = { number: number; state: StepState; isLast: boolean; children: ReactNode };

const dots: Record<StepState, string> = {
  completed: 'border-accent bg-accent text-on-accent',
  active: 'border-accent bg-surface text-accent',
  inactive: 'border-line-strong bg-surface text-ink-3',
};

/** A numbered step with a line to the next. */
export function StepItem({ number, state, isLast, children }: Props) {
  return (
    <li
      data-step={number}
      data-state={state}
      aria-current={state === 'active' ? 'step' : undefined}
      className="grid grid-cols-[22px_minmax(0,1fr)] gap-x-3"
    >
      <div className="flex flex-col items-center">
        <span
          className={cx(
            'num flex size-5.5 shrink-0 items-center justify-center rounded-full border-[1.5px] text-xs font-semibold transition-colors duration-100',
            dots[state],
          )}
        >
          {state === 'completed' ? (
            <>
              <Check aria-hidden="true" className="size-3.5" strokeWidth={3} />
              <span className="sr-only">Step {number}, completed</span>
            </>
          ) : (
            <>
              <span className="sr-only">Step </span>
              {number}
            </>
          )}
        </span>
        {isLast ? null : <span aria-hidden="true" className="my-1 w-px grow bg-line-strong" />}
      </div>
      <div className={cx('min-w-0', !isLast && 'pb-5')}>{children}</div>
    </li>
  );
}
