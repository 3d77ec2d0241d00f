import { useEffect, useState } from 'react';
import { personalKeys } from '~/core/browser/browser-storage';
import { onLeaveUnopposed } from '~/core/browser/leave-request';
import { lazyPanel } from '~/ui/lazy-component';

/** Storage keys of unsaved work. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/:ai-(?:prompt:|draft:|turns$|files:)/, 'the prompt and replies on the AI page'],
  [/:generator(?::|$)/, 'your prompt in the generator'],
  [/:prompt-edit:/, 'unsaved edits to your prompts'],
  [/:baiql-script:/, 'unsaved BAIQL scripts'],
  [/:reply-edit:/, 'unsaved edits to replies'],
  [/:moderation(?:-notes|-codes)?:/, 'notes on prompts you moderate'],
  [/:doc-draft:/, 'unsaved edits to the docs'],
];

const LogoutDialog = lazyPanel(async () => (await import('./logout-dialog')).LogoutDialog);

/** Unsaved work is stored in this browser, whichever page it belongs to. Logging out removes it, after confirmation. */
export function LogoutGuard() {
  const [pending, setPending] = useState<{ work: readonly string[]; proceed: () => void } | null>(null);
  useEffect(
    () =>
      onLeaveUnopposed((event) => {
        const work = keptWork();
        if (work.length === 0) return;
        event.preventDefault();
        setPending({ work, proceed: event.detail.proceed });
      }),
    [],
  );
  if (pending === null) return null;
  const close = () => setPending(null);
  return (
    <LogoutDialog
      work={pending.work}
      onClose={close}
      onLogout={() => {
        close();
        pending.proceed();
      }}
    />
  );
}

/** Display names of the data that logging out removes. */
function keptWork(): string[] {
  const keys = personalKeys();
  return KINDS.flatMap(([name, words]) => (keys.some((key) => name.test(key)) ? [words] : []));
}
