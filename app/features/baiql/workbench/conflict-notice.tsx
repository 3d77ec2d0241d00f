import { useState } from 'react';
import { Button } from '~/ui/button';
import { Notice } from '~/ui/notice';
import { Dialog } from '~/ui/overlay/dialog';
import { Diff } from '~/ui/word-diff';
import { messageOf } from '~/core/browser/call-api';
import { scripts } from './script-api';

type Props = {
  scriptId: string;
  text: () => string;
  onKeepAsCopy: () => void;
  /** Overwrites the version saved elsewhere, which stays in the history. */
  onReplace: () => void;
  /** Replaces the text here with the version saved elsewhere. */
  onTakeTheirs: () => void;
};

/** Shown if another tab has saved the script since; the user decides which text to keep. */
export function ConflictNotice({ scriptId, text, onKeepAsCopy, onReplace, onTakeTheirs }: Props) {
  const [texts, setTexts] = useState<{ theirs: string; mine: string }>();
  const [problem, setProblem] = useState<string>();

  const compare = () =>
    scripts.get(scriptId).then(
      ({ content }) => setTexts({ theirs: content, mine: text() }),
      (error: unknown) => setProblem(messageOf(error)),
    );
  const choices = (
    <>
      <Button size="s" onClick={onKeepAsCopy}>
        Save mine as a copy
      </Button>
      <Button size="s" onClick={onTakeTheirs}>
        Use the saved version
      </Button>
      <Button size="s" onClick={onReplace}>
        Overwrite with mine
      </Button>
    </>
  );
  return (
    <Notice
      tone="warn"
      className="rounded-none"
      title="This script was saved in another tab or window since you opened it"
      actions={
        <>
          <Button size="s" onClick={() => void compare()}>
            Show differences
          </Button>
          {choices}
        </>
      }
    >
      {problem ?? 'Your changes are not saved yet, and nothing was overwritten.'}
      {texts ? (
        <Dialog
          isOpen
          size="l"
          onOpenChange={() => setTexts(undefined)}
          title="Differences"
          description="Crossed out: only in the saved script. Underlined: only in yours."
          footer={choices}
        >
          <Diff before={texts.theirs} after={texts.mine} className="font-mono text-s" />
        </Dialog>
      ) : null}
    </Notice>
  );
}
