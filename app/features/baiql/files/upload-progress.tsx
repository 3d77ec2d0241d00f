import { Button } from '~/ui/button';
import { formatBytes, formatCount } from '~/ui/format-count';
import { Notice } from '~/ui/notice';
import { ProgressBar } from '~/ui/progress-bar';
import type { UploadState } from './use-uploads';

type Props = { state: UploadState; onCancel: () => void; onRetry: () => void; onDismiss: () => void };

/** Progress of an upload, or its early end with what was saved and a button to send the rest. */
export function UploadProgress({ state, onCancel, onRetry, onDismiss }: Props) {
  const { isActive, totalFiles, doneFiles, totalBytes, sentBytes, problem } = state;
  if (!isActive) {
    return (
      <Notice
        tone="warn"
        title={`${formatCount(doneFiles)} of ${formatCount(totalFiles)} files were uploaded`}
        actions={
          <>
            <Button size="s" onClick={onRetry}>
              Upload the rest
            </Button>
            <Button size="s" variant="ghost" onClick={onDismiss}>
              Dismiss
            </Button>
          </>
        }
      >
        {problem}
      </Notice>
    );
  }
  return (
    <div role="group" aria-label="Upload" className="flex items-center gap-3 text-s">
      <div className="min-w-0 grow">
        <p className="num flex justify-between gap-3">
          <span>
            Uploading {formatCount(Math.min(doneFiles + 1, totalFiles))} of {formatCount(totalFiles)}
          </span>
          <span className="text-ink-3">
            {formatBytes(sentBytes)} of {formatBytes(totalBytes)}
          </span>
        </p>
        <ProgressBar label="Uploaded" className="mt-1" max={totalBytes} value={sentBytes} />
      </div>
      <Button size="s" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
