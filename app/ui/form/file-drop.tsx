import { Upload, X } from 'lucide-react';
import { useId, useRef, useState, type DragEvent, type ReactNode } from 'react';
import { Button } from '../button';
import { cx } from '../cx';
import { FileIcon } from '../file-icon';
import { formatBytes } from '../format-count';

type Props = {
  label: ReactNode;
  /** The accepted files, as text: "PDF, DOCX or TXT, up to 10 MB each". */
  hint: ReactNode;
  /** Like the attribute: ".pdf,.docx,text/plain". */
  accept: string;
  multiple?: boolean;
  maxBytes?: number;
  name?: string;
  error?: string | undefined;
  isDisabled?: boolean;
  /** Called with all chosen files after each change. */
  onFiles?: (files: readonly File[]) => void;
};

/** File input with drag and drop, and paste. The native input holds the files, so any form submits them. */
export function FileDrop({
  label,
  hint,
  accept,
  multiple = false,
  maxBytes,
  name,
  error,
  isDisabled,
  onFiles,
}: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [refused, setRefused] = useState<string>();
  const [isOver, setIsOver] = useState(false);
  const problem = error ?? refused;

  function addFiles(next: readonly File[]) {
    const fitting = next.filter(
      (file) => isAccepted(file, accept) && (maxBytes === undefined || file.size <= maxBytes),
    );
    const rejected = next.filter((file) => !fitting.includes(file));
    setRefused(rejected.length === 0 ? undefined : explainRefused(rejected, maxBytes));
    setSelection(multiple ? [...files, ...fitting] : fitting.length > 0 ? fitting.slice(0, 1) : files);
  }
  function setSelection(next: readonly File[]) {
    const transfer = new DataTransfer();
    for (const file of next) transfer.items.add(file);
    if (input.current) input.current.files = transfer.files;
    setFiles(next);
    onFiles?.(next);
  }
  const drag = (isNowOver: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setIsOver(isNowOver && !isDisabled);
  };

  return (
    <div className="flex flex-col gap-1">
      <label
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={(event) => {
          drag(false)(event);
          if (!isDisabled) addFiles([...event.dataTransfer.files]);
        }}
        className={cx(
          'flex flex-col items-center gap-0.5 rounded-2 border border-dashed px-4 py-6 text-center text-s transition-colors duration-100 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
          isOver
            ? 'border-accent bg-accent-soft'
            : problem
              ? 'border-bad'
              : 'border-line-field hover:bg-chosen',
          isDisabled && 'cursor-not-allowed opacity-55',
        )}
      >
        <Upload aria-hidden="true" className="mb-1 size-5 text-ink-3" />
        <span className="font-medium">{label}</span>
        <span id={`${id}-hint`} className="text-xs text-ink-3">
          {hint}
        </span>
        <input
          ref={input}
          type="file"
          className="sr-only"
          {...{ accept, multiple, name }}
          disabled={isDisabled}
          aria-describedby={`${problem ? `${id}-error ` : ''}${id}-hint`}
          aria-invalid={problem ? true : undefined}
          onChange={(event) => addFiles([...(event.currentTarget.files ?? [])])}
        />
      </label>
      {problem ? (
        <p id={`${id}-error`} role="alert" className="text-s text-bad">
          {problem}
        </p>
      ) : null}
      {files.length > 0 ? (
        <ul aria-label="Chosen files" className="flex flex-col">
          {files.map((file) => (
            <li
              key={`${file.name}-${String(file.lastModified)}`}
              className="flex items-center gap-2 border-b border-line py-1 text-s"
            >
              <FileIcon name={file.name} />
              <span className="min-w-0 grow truncate" title={file.name}>
                <bdi>{file.name}</bdi>
              </span>
              <span className="num text-xs text-ink-3">{formatBytes(file.size)}</span>
              <Button
                variant="ghost"
                size="s"
                aria-label={`Remove ${file.name}`}
                onClick={() => setSelection(files.filter((other) => other !== file))}
              >
                <X aria-hidden="true" className="size-4" />
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

/** Matches like the `accept` attribute: extensions, media types, and wildcards such as `image/*`. */
function isAccepted({ name, type }: File, accept: string): boolean {
  return accept.split(',').some((entry) => {
    const rule = entry.trim().toLowerCase();
    if (rule.startsWith('.')) return name.toLowerCase().endsWith(rule);
    return rule.endsWith('/*') ? type.startsWith(rule.slice(0, -1)) : type === rule;
  });
}

function explainRefused(files: readonly File[], maxBytes: number | undefined): string {
  const names = files.map(({ name }) => name).join(', ');
  const isTooLarge = maxBytes !== undefined && files.some(({ size }) => size > maxBytes);
  return isTooLarge
    ? `${names}: too large. The limit is ${formatBytes(maxBytes)}.`
    : `${names}: this type of file can’t be used here.`;
}
