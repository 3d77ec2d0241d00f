import type { Diagnostic, Fix } from '@promptwell/baiql-lang';
import type { ReactNode } from 'react';
import { Badge } from '~/ui/badge';
import { Button } from '~/ui/button';
import { cx } from '~/ui/cx';
import { Notice } from '~/ui/notice';
import type { Validation } from '../index.server';
import { issuesOf, toneOf, type TextCheck } from './text-check';
import { EstimateFacts } from './estimate-facts';
import { IssueTable } from './issue-table';

type Props = {
  check: TextCheck | null;
  /** The server's last estimate; null before the first. */
  validation: Validation | null;
  /** The script has changed since. */
  isOutdated: boolean;
  onJump: (line: number) => void;
  onFix: (issue: Diagnostic, fix: Fix) => void;
  onFixAll: () => void;
  children?: ReactNode;
};

const TONES = { good: 'text-good', warn: 'text-warn', bad: 'text-bad' } as const;

/** Batch type, validity and issues of the script. */
export function OutputPanel({ check, validation, isOutdated, onJump, onFix, onFixAll, children }: Props) {
  const issues = issuesOf(check);
  const fixable = issues.filter(({ fixes }) => fixes !== undefined && fixes.length > 0).length;
  const tone = check === null ? null : toneOf(check);
  return (
    <div className="flex flex-col gap-5 px-5 py-4">
      <section>
        <h2 className="sr-only">Output / Validation</h2>
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-s">
          <dt className="text-ink-2">Batch type</dt>
          <dd className="text-right">
            {check?.batchType ? <Badge tone="good">{check.batchType}</Badge> : '–'}
          </dd>
          {validation ? <EstimateFacts validation={validation} /> : null}
        </dl>
        {validation && isOutdated ? (
          <p className="mt-1.5 text-xs text-ink-2">Before your latest changes.</p>
        ) : null}
      </section>
      <section className="flex flex-col gap-2">
        <div className="flex items-center justify-between gap-3">
          <div role="status">
            <h3 className={cx('text-s font-semibold', tone && TONES[tone])}>
              {check?.validity ?? 'Not checked yet'}
            </h3>
            {tone === 'warn' ? (
              <p className="text-s text-ink-2">No batch has a RUN yet, so nothing would be sent.</p>
            ) : null}
          </div>
          {fixable > 1 ? (
            <Button size="s" onClick={onFixAll}>
              Fix all
            </Button>
          ) : null}
        </div>
        {check ? <IssueTable issues={issues} onJump={onJump} onFix={onFix} /> : null}
      </section>
      {children}
      {validation ? <Output validation={validation} /> : null}
    </div>
  );
}

/** The server's problems, which prevent a run, and its notes. */
function Output({ validation: { problems, notes } }: { validation: Validation }) {
  if (problems.length + notes.length === 0) return null;
  return (
    <section aria-label="Output" className="flex flex-col gap-2">
      {problems.map((problem) => (
        <Notice key={problem} tone="bad">
          {problem}
        </Notice>
      ))}
      {notes.map((note) => (
        <p key={note} className="text-xs text-ink-2">
          {note}
        </p>
      ))}
    </section>
  );
}
