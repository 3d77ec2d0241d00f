import { useState } from 'react';
import { callApi } from '~/core/browser/call-api';
import { Button } from '~/ui/button';
import { Notice } from '~/ui/notice';
import { Dialog } from '~/ui/overlay/dialog';
import { Diff } from '~/ui/word-diff';
import { adminDocSchema, type AdminDoc } from './answers';
import type { DocDraft } from './use-doc-draft';

/** Two administrators edit one text: the second to save sees both, and decides. */
export function DocConflict({ doc, draft }: { doc: AdminDoc; draft: DocDraft }) {
  const [theirs, setTheirs] = useState<AdminDoc>();
  const [problem, setProblem] = useState<string>();
  const [isShown, setIsShown] = useState(false);
  const [isSettled, setIsSettled] = useState(false);

  async function withTheirs(then: (theirs: AdminDoc) => void): Promise<void> {
    try {
      const address = `/api/admin/docs/item?docType=${doc.docType}&id=${String(doc.id)}`;
      const loaded = await callApi(address, adminDocSchema);
      setTheirs(loaded);
      then(loaded);
    } catch {
      setProblem('The saved text could not be loaded. Try again.');
    }
  }
  if (isSettled) return null;
  return (
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
              void withTheirs(({ version, title, content }) => {
                draft.rebase({ version, title, content });
                setIsSettled(true);
              })
            }
          >
            Use theirs
          </Button>
          <Button
            size="s"
            onClick={() =>
              void withTheirs(({ version }) => {
                draft.rebase({ version, title: draft.title, content: draft.content });
                setIsSettled(true);
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
  );
}
