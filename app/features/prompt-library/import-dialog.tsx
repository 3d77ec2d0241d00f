import { useState } from 'react';
import { Button } from '~/ui/button';
import { FileDrop } from '~/ui/form/file-drop';
import { Notice } from '~/ui/notice';
import { Dialog } from '~/ui/overlay/dialog';
import { showToast } from '~/ui/overlay/toast';
import { sendImport } from './prompt-calls';

const MAX_BYTES = 5 * 1024 * 1024;

const NOT_UTF_8 =
  'This file isn’t in UTF-8, so some letters can’t be read. In Excel, save it as “CSV UTF-8” and import it again.';

type Props = { onClose: () => void; onDone: () => void };

/** Prompts from a file. What could not be read is named, and stays on screen until it is closed. */
export function ImportDialog({ onClose, onDone }: Props) {
  const [file, setFile] = useState<File>();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [skipped, setSkipped] = useState<readonly string[]>([]);

  async function send(chosen: File) {
    setIsBusy(true);
    setError(undefined);
    const text = await readText(chosen);
    const result = text === undefined ? undefined : await sendImport({ name: chosen.name, text });
    setIsBusy(false);
    if (!result) {
      setError(NOT_UTF_8);
      return;
    }
    if (!result.ok) {
      setError(result.message || 'The file could not be imported. Please try again.');
      return;
    }
    const { imported, skipped: left } = result.answer;
    showToast('success', imported === 1 ? '1 prompt imported' : `${String(imported)} prompts imported`);
    setSkipped(left);
    if (left.length === 0) onDone();
  }

  return (
    <Dialog
      isOpen
      size="m"
      isLocked={isBusy}
      onOpenChange={skipped.length > 0 ? onDone : onClose}
      title="Import prompts"
      description="Imported prompts are private."
      footer={
        skipped.length > 0 ? (
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
              disabled={!file}
              onClick={() => {
                if (file) void send(file);
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
        {skipped.length > 0 ? (
          <Notice tone="warn" title="Some prompts were skipped">
            <ul className="max-h-60 overflow-y-auto">
              {skipped.map((each) => (
                <li key={each}>{each}</li>
              ))}
            </ul>
          </Notice>
        ) : (
          <FileDrop
            label="Choose a file"
            hint="JSON or CSV from Promptwell, prompts from Open WebUI, or ChatGPT’s conversations.json. Up to 5 MB."
            accept=".json,.csv,application/json,text/csv"
            maxBytes={MAX_BYTES}
            onFiles={([first]) => setFile(first)}
          />
        )}
      </div>
    </Dialog>
  );
}

/** Undefined where a letter would be lost: what is saved must be what the file says. */
async function readText(file: File): Promise<string | undefined> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
