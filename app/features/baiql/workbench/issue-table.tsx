import type { Diagnostic, Fix } from '@promptwell/baiql-lang';
import { Badge } from '~/ui/badge';
import { Button } from '~/ui/button';

type Props = {
  issues: readonly Diagnostic[];
  onJump: (line: number) => void;
  onFix: (issue: Diagnostic, fix: Fix) => void;
};

const TONES = { error: 'bad', warning: 'warn', hint: 'info' } as const;

/** A broken script may have thousands of issues; only these are shown. */
const MAX_SHOWN = 200;

/** Issues by line. A row jumps to its line, and fixes it where a fix is known. */
export function IssueTable({ issues, onJump, onFix }: Props) {
  if (issues.length === 0) return <p className="text-s text-ink-2">No issues</p>;
  return (
    <>
      <table className="w-full border-collapse text-s">
        <caption className="sr-only">Issues</caption>
        <thead>
          <tr className="border-b border-line text-left text-xs text-ink-3">
            <th scope="col" className="py-1.5 pr-3 text-right font-medium">
              Line
            </th>
            <th scope="col" className="py-1.5 pr-3 font-medium">
              Severity
            </th>
            <th scope="col" className="py-1.5 font-medium">
              Message
            </th>
          </tr>
        </thead>
        <tbody>
          {issues.slice(0, MAX_SHOWN).map((issue) => {
            const {
              code,
              severity,
              message,
              range: { start },
              related = [],
              fixes = [],
            } = issue;
            // Advice about other places is shown there, in the editor.
            const advice = related.filter(({ range }) => range.start.offset === start.offset);
            return (
              <tr
                key={`${String(start.offset)} ${code} ${message}`}
                className="relative border-b border-line align-top hover:bg-chosen"
              >
                <td className="num py-2 pr-3 text-right text-ink-2">{start.line}</td>
                <td className="py-2 pr-3">
                  <Badge tone={TONES[severity]}>{severity}</Badge>
                </td>
                <td className="py-2">
                  {/* Covers the whole row. */}
                  <button
                    type="button"
                    className="text-left wrap-anywhere after:absolute after:inset-0"
                    onClick={() => onJump(start.line)}
                  >
                    {message}
                  </button>
                  {advice.map((each) => (
                    <p key={each.message} className="text-ink-2 first-letter:uppercase">
                      {each.message}
                    </p>
                  ))}
                  {fixes.length > 0 ? (
                    <div className="relative mt-1.5 flex flex-wrap gap-1.5">
                      {fixes.map((fix) => (
                        <Button
                          key={fix.title}
                          size="s"
                          className="max-w-full text-left wrap-anywhere whitespace-normal!"
                          onClick={() => onFix(issue, fix)}
                        >
                          {fix.title}
                        </Button>
                      ))}
                    </div>
                  ) : null}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {issues.length > MAX_SHOWN ? (
        <p className="text-xs text-ink-2">{issues.length - MAX_SHOWN} more are marked in the script.</p>
      ) : null}
    </>
  );
}
