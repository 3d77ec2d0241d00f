import { useEffect, useState } from 'react';
import { Badge } from '~/ui/badge';
import { Button } from '~/ui/button';
import { cx } from '~/ui/cx';
import { Notice } from '~/ui/notice';
import { Sheet } from '~/ui/overlay/sheet';
import { DateTime } from '~/ui/relative-time';
import { Skeleton } from '~/ui/skeleton';
import { Diff } from '~/ui/word-diff';
import { messageOf } from '~/core/browser/call-api';
import type { ListedVersion, ScriptVersion } from '../index.server';
import { scripts } from './script-api';

type Props = {
  scriptId: string;
  timezone: string;
  text: () => string;
  onClose: () => void;
  onRestore: (version: ScriptVersion) => void;
};

/** Saved versions of the script, with a diff against the editor and a way to restore them. */
export function VersionsSheet({ scriptId, timezone, text, onClose, onRestore }: Props) {
  const [list, setList] = useState<readonly ListedVersion[]>();
  const [chosen, setChosen] = useState<ScriptVersion>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    scripts.versions(scriptId).then(setList, (error: unknown) => setProblem(messageOf(error)));
  }, [scriptId]);
  // A new object at each click, so that a failed request is retried.
  const [wanted, setWanted] = useState<{ version: number }>();
  useEffect(() => {
    if (wanted === undefined) return;
    let isCurrent = true;
    setChosen(undefined);
    setProblem(undefined);
    scripts.version(scriptId, wanted.version).then(
      (found) => isCurrent && setChosen(found),
      (error: unknown) => isCurrent && setProblem(messageOf(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [scriptId, wanted]);

  return (
    <Sheet
      isOpen
      size="m"
      onOpenChange={onClose}
      title="Versions"
      description="Every save creates a version. Restore opens it in the editor; save to keep it."
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" disabled={!chosen} onClick={() => chosen && onRestore(chosen)}>
            Restore
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {problem === undefined ? null : <Notice tone="bad">{problem}</Notice>}
        {list === undefined && problem === undefined ? <Skeleton className="h-40 w-full" /> : null}
        <ul aria-label="Versions" className="flex flex-col">
          {list?.map(({ version, name, savedAt, isAutosave }, index) => (
            <li key={version} className="border-b border-line">
              <button
                type="button"
                aria-pressed={wanted?.version === version}
                className={cx(
                  'flex w-full items-center gap-2 px-2 py-2 text-left text-s hover:bg-chosen',
                  wanted?.version === version && 'bg-chosen font-medium',
                )}
                onClick={() => setWanted({ version })}
              >
                <span className="min-w-0 grow">
                  <span className="num block">Version {version}</span>
                  <span className="block truncate text-xs font-normal text-ink-2">
                    <DateTime at={savedAt} timeZone={timezone} />
                    {name === (list[index + 1]?.name ?? name) ? null : ` · named ${name}`}
                  </span>
                </span>
                {index === 0 ? <Badge tone="good">Newest</Badge> : null}
                {isAutosave ? <Badge>Auto-saved</Badge> : null}
              </button>
            </li>
          ))}
        </ul>
        {wanted && !chosen && problem === undefined ? <Skeleton className="h-40 w-full" /> : null}
        {chosen ? (
          <section aria-label="Difference" className="flex flex-col gap-2">
            <h3 className="text-s font-semibold">Changes from this version to the editor</h3>
            <Diff
              before={chosen.content}
              after={text()}
              className="rounded-1 border border-line p-3 font-mono text-xs"
            />
          </section>
        ) : null}
      </div>
    </Sheet>
  );
}
