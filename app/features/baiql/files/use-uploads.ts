import { useRef, useState } from 'react';
import { messageOf } from '~/core/browser/call-api';
import { partsOf, sendPart, UploadError, type Upload } from './upload-files';

/** The uploads in progress, or the result of the last ones. */
export interface UploadState {
  isActive: boolean;
  totalFiles: number;
  /** Files uploaded so far. */
  doneFiles: number;
  totalBytes: number;
  sentBytes: number;
  problem: string | null;
  /** The files that were not uploaded, and their target folder. */
  left: { folder: string; uploads: readonly Upload[] } | null;
}

const sizeOf = (uploads: readonly Upload[]): number =>
  uploads.reduce((bytes, { file }) => bytes + file.size, 0);

/** Uploads files part by part. Uploaded files stay if a later part fails, and the rest can be retried. */
export function useUploads(onArrived: () => void) {
  const [state, setState] = useState<UploadState | null>(null);
  const cancelling = useRef<AbortController>();

  async function send(folder: string, uploads: readonly Upload[]): Promise<void> {
    const cancel = new AbortController();
    cancelling.current = cancel;
    const { signal } = cancel;
    const totalBytes = sizeOf(uploads);
    let doneFiles = 0;
    let doneBytes = 0;
    const tell = (change: Partial<UploadState>) =>
      setState({
        isActive: true,
        totalFiles: uploads.length,
        doneFiles,
        totalBytes,
        sentBytes: doneBytes,
        problem: null,
        left: null,
        ...change,
      });
    tell({});
    try {
      let parts = partsOf(uploads);
      for (let part = parts.shift(); part; part = parts.shift()) {
        const partBytes = sizeOf(part);
        // The count includes the form around the files.
        const onProgress = (sent: number) => tell({ sentBytes: doneBytes + Math.min(sent, partBytes) });
        try {
          await sendPart(folder, part, { signal, onProgress });
        } catch (error) {
          if (!(error instanceof UploadError) || part.length === 1) throw error;
          // Some files of the part may have been saved; sending them one by one shows which.
          parts = part.map((upload) => [upload]).concat(parts);
          continue;
        }
        doneFiles += part.length;
        doneBytes += partBytes;
        tell({});
        onArrived();
      }
      setState(null);
    } catch (error) {
      const left = { folder, uploads: uploads.slice(doneFiles) };
      const problem = signal.aborted ? 'The upload was canceled.' : messageOf(error);
      tell({ isActive: false, problem, left });
      // Some files of an interrupted part may have been saved.
      onArrived();
    }
  }

  return {
    state,
    send: (folder: string, uploads: readonly Upload[]) => void send(folder, uploads),
    cancel: () => cancelling.current?.abort(),
    retry: () => {
      if (state?.left) void send(state.left.folder, state.left.uploads);
    },
    dismiss: () => setState(null),
  };
}
