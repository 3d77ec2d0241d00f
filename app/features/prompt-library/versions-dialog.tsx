import { useEffect, useState } from 'react';
import { Button } from '~/ui/button';
import { Select } from '~/ui/form/select';
import { formatDateTime } from '~/ui/format-date';
import { Notice } from '~/ui/notice';
import { Dialog } from '~/ui/overlay/dialog';
import { showToast } from '~/ui/overlay/toast';
import { ScrollRegion } from '~/ui/scroll-region';
import { Skeleton } from '~/ui/skeleton';
import { Diff } from '~/ui/word-diff';
import type { SavedPrompt } from '~/features/prompts/index.server';
import type { ListedPromptVersion, PromptVersion } from '~/features/prompts/index.server';
import { fetchVersion, fetchVersions, sendEdit } from './prompt-calls';

type Props = { prompt: SavedPrompt; timeZone: string; onClose: () => void; onDone: () => void };

/** Version history of a prompt, with differences and restore. */
export function VersionsDialog({ prompt, timeZone, onClose, onDone }: Props) {
  const { versions, chosen, choose, hasFailed } = useVersions(prompt);
  const [isBusy, setIsBusy] = useState(false);
  const earlier = versions?.filter(({ version }) => version !== prompt.version) ?? [];

  async function restore(version: PromptVersion) {
    setIsBusy(true);
    const { title, description, content } = version;
    const note = `Restored version ${String(version.version)}`;
    const result = await sendEdit(prompt, { title, description, content, note });
    setIsBusy(false);
    if (!result.ok) {
      showToast('error', result.message || 'Failed to update prompt. Please try again.');
      return;
    }
    showToast(result.answer.message === '' ? 'success' : 'warning', result.answer.message || note);
    onDone();
  }

  return (
    <Dialog
      isOpen
      size="l"
      isLocked={isBusy}
      onOpenChange={onClose}
      title="Versions"
      description={prompt.title}
      footer={
        <>
          <Button onClick={onClose} disabled={isBusy}>
            Close
          </Button>
          <Button
            variant="primary"
            isBusy={isBusy}
            disabled={!chosen}
            onClick={() => {
              if (chosen) void restore(chosen);
            }}
          >
            Restore this version
          </Button>
        </>
      }
    >
      {hasFailed ? <Notice tone="bad">The versions couldn’t be loaded. Please try again.</Notice> : null}
      {versions === undefined && !hasFailed ? <Skeleton className="h-40 w-full" /> : null}
      {versions !== undefined && earlier.length === 0 ? (
        <p className="text-s text-ink-2">
          This is the first version. Every edit of the text, title or description adds one.
        </p>
      ) : null}
      {earlier.length > 0 ? (
        <div className="flex flex-col gap-4">
          <Select
            label="Compare the current text with"
            value={chosen?.version ?? ''}
            onChange={(event) => choose(Number(event.currentTarget.value))}
          >
            {earlier.map((version) => (
              <option key={version.version} value={version.version}>
                {describe(version, timeZone)}
              </option>
            ))}
          </Select>
          {chosen ? (
            <ScrollRegion label="Changes" className="max-h-[50dvh] overflow-y-auto text-s">
              <Changes before={chosen} after={prompt} />
            </ScrollRegion>
          ) : (
            <Skeleton className="h-40 w-full" />
          )}
        </div>
      ) : null}
    </Dialog>
  );
}

/** All fields that restoring a version would change. */
function Changes({ before, after }: { before: PromptVersion; after: SavedPrompt }) {
  const hasTitle = before.title !== after.title;
  const hasDescription = before.description !== after.description;
  return (
    <>
      {hasTitle ? (
        <div className="mb-2">
          Title: <Diff before={before.title} after={after.title} />
        </div>
      ) : null}
      {hasDescription ? (
        <div className="mb-2">
          Description: <Diff before={before.description} after={after.description} />
        </div>
      ) : null}
      {before.content === after.content && (hasTitle || hasDescription) ? null : (
        <Diff before={before.content} after={after.content} />
      )}
    </>
  );
}

const describe = ({ version, savedDate, note }: ListedPromptVersion, timeZone: string): string =>
  `Version ${String(version)}, ${formatDateTime(new Date(savedDate), timeZone)}${note ? `: ${note}` : ''}`;

function useVersions({ id, version: current }: SavedPrompt) {
  const [versions, setVersions] = useState<readonly ListedPromptVersion[]>();
  const [wanted, setWanted] = useState<number>();
  const [chosen, setChosen] = useState<PromptVersion>();
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    void fetchVersions(id).then((result) => {
      if (!isCurrent) return;
      setHasFailed(!result.ok);
      if (!result.ok) return;
      setVersions(result.answer.versions);
      setWanted(result.answer.versions.find(({ version }) => version !== current)?.version);
    });
    return () => {
      isCurrent = false;
    };
  }, [id, current]);
  useEffect(() => {
    if (wanted === undefined) return;
    let isCurrent = true;
    setChosen(undefined);
    void fetchVersion(id, wanted).then((result) => {
      if (!isCurrent) return;
      setHasFailed(!result.ok);
      if (result.ok) setChosen(result.answer);
    });
    return () => {
      isCurrent = false;
    };
  }, [id, wanted]);
  return { versions, chosen, choose: setWanted, hasFailed };
}
