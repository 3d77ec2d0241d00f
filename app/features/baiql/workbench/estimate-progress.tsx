import type { ReactNode } from 'react';
import { formatCount } from '~/ui/format-count';
import { ProgressBar } from '~/ui/progress-bar';
import type { EstimateView } from '../index.server';

const PHASES: Readonly<Record<EstimateView['progress']['phase'], string>> = {
  checking: 'Checking the script',
  counting: 'Counting rows and files',
  reading: 'Filling in prompts',
};

export function EstimateProgress({
  progress,
  action,
}: {
  progress: EstimateView['progress'] | null;
  action?: ReactNode;
}) {
  const { phase, current, total } = progress ?? { phase: 'checking', current: 0, total: null };
  const label = PHASES[phase];
  const count = total === null ? formatCount(current) : `${formatCount(current)} of ${formatCount(total)}`;
  return (
    <div className="flex flex-col gap-2 text-s">
      <div className="flex items-center justify-between gap-3">
        <p role="status" className="text-ink-2">
          {label}…
        </p>
        <span className="num text-ink-2">{current > 0 ? count : ''}</span>
        {action}
      </div>
      <ProgressBar label={label} value={current} {...(total === null ? {} : { max: total })} />
    </div>
  );
}
