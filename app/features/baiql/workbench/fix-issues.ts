import type { Diagnostic, Fix } from '@promptwell/baiql-lang';
import type { RefObject } from 'react';
import { formatCountOf } from '~/ui/format-count';
import { showToast } from '~/ui/overlay/toast';
import type { EditorHandle } from './editor-handle';
import type { ScriptValidation } from './use-validation';

/**
 * Applies one fix to the current text, which may have changed since. Returns the fixed line; null if the issue no
 * longer exists.
 */
export async function fixIssue(
  editor: RefObject<EditorHandle | null>,
  checks: ScriptValidation,
  { code, message, range }: Diagnostic,
  { title }: Fix,
): Promise<number | null> {
  const checked = editor.current?.text();
  const check = await checks.checkNow();
  const same = check?.diagnostics.filter((each) => each.code === code && each.message === message) ?? [];
  const issue = same.find((each) => each.range.start.offset === range.start.offset) ?? same[0];
  const fix = issue?.fixes?.find((each) => each.title === title);
  if (issue === undefined || fix === undefined || editor.current?.text() !== checked) return null;
  editor.current?.fix(fix);
  return issue.range.start.line;
}

/** Applies all safe fixes, reports their number and offers undo. */
export async function fixAllIssues(
  editor: RefObject<EditorHandle | null>,
  checks: ScriptValidation,
): Promise<void> {
  const written = editor.current?.text() ?? '';
  const issues = checks.check?.diagnostics.length ?? 0;
  const fixed = await checks.mended();
  if (fixed === null) return;
  if (fixed === written) {
    showToast('info', 'These need your decision: choose a fix beside each.');
    return;
  }
  editor.current?.replace(fixed);
  const count = issues - ((await checks.checkNow())?.diagnostics.length ?? 0);
  const onAction = () => editor.current?.replace(written);
  showToast('success', `${formatCountOf(count, 'issue')} fixed.`, {
    action: { label: 'Undo', onAction },
  });
}
