import { useEffect, useRef, useState } from 'react';
import { callApi } from '~/core/browser/call-api';
import { Button } from '~/ui/button';
import { Notice } from '~/ui/notice';
import { Dialog } from '~/ui/overlay/dialog';
import { Diff } from '~/ui/word-diff';
import { adminDocSchema, type AdminDoc } from './responses';
import type { DocDraft } from './use-doc-draft';

type Props = {
  doc: AdminDoc;
  draft: DocDraft;
  /** Called with the version the edit is now based on. */
  onSettled: (theirs: AdminDoc) => void;
};

/** Edit conflict: lets the second administrator to save compare both texts and choose. */
export function DocConflict({ doc, draft, onSettled }: Props) {
  const [theirs, setTheirs] = useState<AdminDoc>();
  const [problem, setProblem] = useState<string>();
  const [isShown, setIsShown] = useState(false);
  const [isSettled, setIsSettled] = useState(false);
  const notice = useRef<HTMLDivElement>(null);
  // The Save button may be far below.
  useEffect(() => notice.current?.focus(), []);

  async function withTheirs(then: (theirs: AdminDoc) => void): Promise<void> {
    try {
      const address = `/api/admin/docs/item?docType=${doc.docType}&id=${String(doc.id)}`;
      const loaded = await callApi(address, adminDocSchema);
      setTheirs(loaded);
      then(loaded);
    } catch {
      setProblem('The saved text couldn’t be loaded. Try again.');
    }
  }
  const settle = (saved: AdminDoc) => {
    setIsSettled(true);
    onSettled(saved);
  };
  if (isSettled) return null;
  return (
    <div ref={notice} tabIndex={-1} className="rounded-1">
      <Notice
        tone="warn"
        title="Someone else saved this text since you opened it"
        actions={
          <>
            <Button size="s" onClick={() => void withTheirs(() => setIsShown(true))}>
              Show differences
            </Button>
            <Button
              size="s"
              onClick={() =>
                void withTheirs((saved) => {
                  const { version, title, content } = saved;
                  draft.rebase({ version, title, content });
                  settle(saved);
                })
              }
            >
              Use theirs
            </Button>
            <Button
              size="s"
              onClick={() =>
                void withTheirs((saved) => {
                  draft.rebase({ version: saved.version, title: draft.title, content: draft.content });
                  settle(saved);
                })
              }
            >
              Keep mine, then save
            </Button>
          </>
        }
      >
        {problem ?? 'Nothing was overwritten, and your text is still here. Theirs is listed under Versions.'}
        {isShown && theirs ? (
          <Dialog
            isOpen
            size="l"
            onOpenChange={() => setIsShown(false)}
            title="Differences"
            description="Crossed out: only in the saved text. Underlined: only in yours."
          >
            <Diff
              before={`${theirs.title}\n\n${theirs.content}`}
              after={`${draft.title}\n\n${draft.content}`}
            />
          </Dialog>
        ) : null}
      </Notice>
    </div>
  );
}
