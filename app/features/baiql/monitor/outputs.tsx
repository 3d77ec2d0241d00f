import { useId, useState } from 'react';
import { Download } from 'lucide-react';
import { FileIcon } from '~/ui/file-icon';
import { formatBytes, formatCount } from '~/ui/format-count';
import { Button } from '~/ui/button';
import { buttonClasses } from '~/ui/button-variant';
import { useFocusAfter } from '~/ui/focus-if-lost';
import { Section } from '~/ui/page/section';
import { commonFolder } from '../runs/common-folder';
import { FilePreview } from '../files/file-preview';
import type { RunCalls } from './run-api';
import type { LiveRun } from './use-live-run';
import { useRunChange } from './use-run-change';

/** A script may write one file per row. */
const INITIAL_COUNT = 5;
const MORE = 50;

interface Props {
  calls: RunCalls;
  live: Pick<LiveRun, 'run' | 'take'>;
}

/** Previews and downloads of the files as the run wrote them, even if they were replaced since. */
export function Outputs({ calls, live }: Props) {
  const { executionId, status, outputs, finishedAt, toWrite, canWriteOutputs, isWriting } = live.run;
  const [isBusy, setIsBusy] = useState(false);
  useFocusAfter(isBusy);
  const change = useRunChange(calls, live);
  const [shown, setShown] = useState<string | null>(null);
  const [limit, setLimit] = useState(INITIAL_COUNT);
  const previewId = useId();
  if (outputs.length === 0 && !canWriteOutputs) return null;

  async function write(): Promise<void> {
    setIsBusy(true);
    await change(calls.writeOutputs);
    setIsBusy(false);
  }
  // Offered beside the pending reviews, with its cost.
  const isOffered = status === 'completed' && toWrite > 0;
  const version = `${finishedAt ?? ''} ${String(isWriting)}`;
  const folder = commonFolder(outputs.map(({ path }) => path));
  return (
    <Section
      title="Outputs"
      actions={
        <>
          {canWriteOutputs && !isOffered ? (
            <Button size="s" isBusy={isBusy || isWriting} onClick={() => void write()}>
              Write outputs
            </Button>
          ) : null}
          {outputs.length < 2 ? null : (
            <a href={`/api/baiql/execute/${executionId}/outputs`} className={buttonClasses('secondary', 's')}>
              <Download aria-hidden="true" className="size-4" /> Download all as zip
            </a>
          )}
        </>
      }
    >
      {outputs.length === 0 ? (
        <p className="text-s text-ink-2">
          This run hasn’t written any files yet. Write outputs makes them from what’s done, at no cost.
        </p>
      ) : null}
      <ul className="divide-y divide-line border-y border-line">
        {outputs.slice(0, limit).map(({ path, size, isKept }) => (
          <li key={path}>
            <div className="flex min-h-11 items-center gap-3 py-1.5">
              <FileIcon name={path} />
              <span className="min-w-0 grow wrap-anywhere">
                <span className="font-medium">{path.slice(folder.length)}</span>
                {isKept ? null : <span className="text-s text-ink-3"> · may have been replaced</span>}
              </span>
              <span className="num shrink-0 text-s text-ink-3">{formatBytes(size)}</span>
              <Button
                size="s"
                variant="ghost"
                aria-expanded={path === shown}
                aria-controls={path === shown ? previewId : undefined}
                aria-label={`${path === shown ? 'Hide' : 'Preview'} ${path}`}
                onClick={() => setShown(path === shown ? null : path)}
              >
                {path === shown ? 'Hide' : 'Preview'}
              </Button>
              <a
                href={`/api/baiql/files/content?${new URLSearchParams({ path, run: executionId }).toString()}`}
                aria-label={`Download ${path}`}
                className={buttonClasses('ghost', 's')}
              >
                <Download aria-hidden="true" className="size-4" />
              </a>
            </div>
            {path === shown ? (
              <div id={previewId} className="pb-4">
                <FilePreview key={version} path={path} run={executionId} />
              </div>
            ) : null}
          </li>
        ))}
      </ul>
      {outputs.length > limit ? (
        <Button size="s" className="mt-3" onClick={() => setLimit(limit + MORE)}>
          Show {formatCount(Math.min(MORE, outputs.length - limit))} more of {formatCount(outputs.length)}
        </Button>
      ) : null}
    </Section>
  );
}
