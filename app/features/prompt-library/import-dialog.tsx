import { useState } from 'react';
import { newKey } from '~/core/browser/new-key';
import { Button } from '~/ui/button';
import { FileDrop } from '~/ui/form/file-drop';
import { formatCount, formatCountOf } from '~/ui/format-count';
import { Notice } from '~/ui/notice';
import { Dialog } from '~/ui/overlay/dialog';
import { showToast } from '~/ui/overlay/toast';
import type { ImportAnswer } from '~/features/prompts';
import { sendImport } from './prompt-calls';

const MAX_BYTES = 10 * 1024 * 1024;

const NOT_UTF_8 =
  'This file isn’t in UTF-8, so some letters can’t be read. In Excel, save it as “CSV UTF-8” and import it again.';

const FAILED = 'The file couldn’t be imported. Please try again: no prompt is added twice.';

/** A retry after a lost response uses the same idempotency key. */
type Chosen = { file: File; key: string };
type Props = { onClose: () => void; onDone: () => void };

/** Imports prompts from a file. If some are left out, the dialog stays open and says which and why. */
export function ImportDialog({ onClose, onDone }: Props) {
  const [chosen, setChosen] = useState<Chosen>();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [partial, setPartial] = useState<ImportAnswer>();

  async function send({ file, key }: Chosen) {
    setIsBusy(true);
    setError(undefined);
    const text = await readText(file);
    const result = text === undefined ? undefined : await sendImport({ name: file.name, text }, key);
    setIsBusy(false);
    if (!result) {
      setError(NOT_UTF_8);
      return;
    }
    if (!result.ok) {
      setError(result.message || FAILED);
      return;
    }
    if (result.answer.skipped.length > 0) {
      setPartial(result.answer);
      return;
    }
    showToast('success', describe(result.answer));
    onDone();
  }

  return (
    <Dialog
      isOpen
      size="m"
      isLocked={isBusy}
      onOpenChange={partial ? onDone : onClose}
      title="Import prompts"
      description="Imported prompts are private."
      footer={
        partial ? (
          <Button variant="primary" onClick={onDone}>
            Done
          </Button>
        ) : (
          <>
            <Button onClick={onClose} disabled={isBusy}>
              Cancel
            </Button>
            <Button
              variant="primary"
              isBusy={isBusy}
              disabled={!chosen}
              onClick={() => {
                if (chosen) void send(chosen);
              }}
            >
              Import
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {error ? <Notice tone="bad">{error}</Notice> : null}
        {partial ? (
          <Notice
            tone="warn"
            title={`${formatCountOf(partial.imported, 'prompt')} imported, ${formatCount(partial.skipped.length)} skipped`}
          >
            {partial.duplicates > 0 ? <p className="mb-2">{describeDuplicates(partial)}</p> : null}
            <ul className="max-h-60 overflow-y-auto">
              {partial.skipped.map((each) => (
                <li key={each}>{each}</li>
              ))}
            </ul>
          </Notice>
        ) : (
          <FileDrop
            label="Choose a file"
            hint="JSON or CSV from Promptwell, prompts from Open WebUI, or ChatGPT’s conversations.json. Up to 10 MB."
            accept=".json,.csv,application/json,text/csv"
            maxBytes={MAX_BYTES}
            onFiles={([file]) => setChosen(file && { file, key: newKey() })}
          />
        )}
      </div>
    </Dialog>
  );
}

const describe = (answer: ImportAnswer): string =>
  [`${formatCountOf(answer.imported, 'prompt')} imported`, describeDuplicates(answer)]
    .filter(Boolean)
    .join('. ');

const describeDuplicates = ({ duplicates }: ImportAnswer): string => {
  if (duplicates === 0) return '';
  const were = duplicates === 1 ? 'was' : 'were';
  return `${formatCountOf(duplicates, 'prompt')} ${were} in your library already and ${were} not added again.`;
};

/** Undefined if the file isn't valid in its encoding, since a replacement character would be saved. */
async function readText(file: File): Promise<string | undefined> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
