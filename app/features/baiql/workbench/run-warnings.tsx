import type { Diagnostic, Fix } from '@promptwell/baiql-lang';
import { Button } from '~/ui/button';
import { Notice } from '~/ui/notice';
import type { TextCheck } from './text-check';

const UNKNOWN_COMMAND = 'BQ201';
const DOUBTFUL_ENCODING = 'BQ310';
const MAX_LINES = 5;

type Props = {
  check: TextCheck;
  onChoose: (issue: Diagnostic, fix: Fix) => void;
};

/** Issues that don't prevent a run but may waste money: unclear encodings, missing lines and warnings. */
export function RunWarnings({ check, onChoose }: Props) {
  const warnings = check.diagnostics.filter(({ severity }) => severity === 'warning');
  const isOther = ({ code }: Diagnostic) => code !== UNKNOWN_COMMAND && code !== DOUBTFUL_ENCODING;
  return (
    <>
      {doubtsOf(check).map((issue) => (
        <Notice key={issue.range.start.offset} tone="warn" title={`${issue.message}.`}>
          <div className="mt-1.5 flex flex-wrap gap-1.5">
            {issue.fixes?.map((fix) => (
              <Button
                key={fix.title}
                size="s"
                className="max-w-full text-left wrap-anywhere whitespace-normal!"
                onClick={() => onChoose(issue, fix)}
              >
                {fix.title}
              </Button>
            ))}
          </div>
        </Notice>
      ))}
      <Lines
        title="These lines weren’t recognized and will be skipped"
        warnings={warnings.filter(({ code }) => code === UNKNOWN_COMMAND)}
      />
      <Lines title="These lines may not do what you meant" warnings={warnings.filter(isOther)} />
    </>
  );
}

const doubtsOf = ({ diagnostics }: TextCheck): readonly Diagnostic[] =>
  diagnostics.filter(({ code }) => code === DOUBTFUL_ENCODING);

/** An estimate's notes without those on encodings that are to be chosen here. */
export function withoutDoubts(notes: readonly string[], check: TextCheck): readonly string[] {
  const doubts = doubtsOf(check);
  return notes.filter((note) => {
    const [subject = note] = note.split(':');
    return doubts.every(({ message }) => !message.includes(subject));
  });
}

function Lines({ title, warnings }: { title: string; warnings: TextCheck['diagnostics'] }) {
  if (warnings.length === 0) return null;
  return (
    <Notice tone="warn" title={title}>
      <ul>
        {warnings.slice(0, MAX_LINES).map(({ message, range: { start } }) => (
          <li key={`${start.offset} ${message}`}>
            Line {start.line}: {message}
          </li>
        ))}
        {warnings.length > MAX_LINES ? <li>… and {warnings.length - MAX_LINES} more</li> : null}
      </ul>
    </Notice>
  );
}
