import type { ReactNode } from 'react';
import { Badge } from '~/ui/badge';
import { cx } from '~/ui/cx';
import { EstimateFacts } from './estimate-facts';
import { IssueTable } from './issue-table';
import type { TextCheck } from './check-text';
import type { Validation } from '../index.server';

type Props = {
  check: TextCheck | null;
  /** What a run would do and cost, as the server worked it out last; null before it was asked. */
  validation: Validation | null;
  onJump: (line: number) => void;
  children?: ReactNode;
};

/** What is known of the script: its batch type, whether it is sound, and each thing that is wrong with it. */
export function OutputPanel({ check, validation, onJump, children }: Props) {
  const issues = (check?.diagnostics ?? []).filter(({ severity }) => severity !== 'hint');
  const hasErrors = issues.some(({ severity }) => severity === 'error');
  return (
    <div className="flex flex-col gap-5 px-5 py-4">
      <section className="flex flex-col gap-2.5">
        <h2 className="sr-only">Output / Validation</h2>
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-s">
          <dt className="text-ink-2">Batch type</dt>
          <dd className="text-right">
            {check?.batchType ? <Badge tone="good">{check.batchType}</Badge> : '–'}
          </dd>
          {validation ? <EstimateFacts validation={validation} /> : null}
        </dl>
        {children}
      </section>
      <section className="flex flex-col gap-2">
        <h3
          role="status"
          className={cx('text-s font-semibold', check && (hasErrors ? 'text-bad' : 'text-good'))}
        >
          {check?.validity ?? 'Not checked yet'}
        </h3>
        <IssueTable issues={issues} onJump={onJump} />
        {validation ? <OutputLines lines={[...validation.problems, ...validation.notes]} /> : null}
      </section>
    </div>
  );
}

function OutputLines({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <ul
      aria-label="Output"
      className="mt-2 flex flex-col gap-1.5 border-t border-line pt-3 text-s text-ink-2"
    >
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
