import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, type ButtonProps } from './button';
import { cx } from './cx';
import { copyText } from './copy-text';
import type { Copied } from './write-clipboard';

type Props = {
  /** The text, or a function that returns it on click. */
  text: Copied | (() => Copied);
  label?: string;
  /** All that a phone shows, a part of the label. */
  shortLabel?: string;
  /** Toast on success: "Prompt copied". */
  done?: string;
  hasOnlyIcon?: boolean;
} & Pick<ButtonProps, 'variant' | 'size'>;

const SHOWN_MS = 2000;

/**
 * Copies a text and shows a toast with the result. If the browser does not allow copying, the toast says what to do
 * instead.
 */
export function CopyButton({
  text,
  label = 'Copy',
  shortLabel,
  done = 'Copied',
  hasOnlyIcon,
  variant = 'ghost',
  size = 's',
}: Props) {
  const [isDone, setIsDone] = useState(false);
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => setIsDone(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isDone]);
  async function copy() {
    const isCopied = await copyText(typeof text === 'function' ? text() : text, done, {
      durationMs: SHOWN_MS,
    });
    if (isCopied) setIsDone(true);
  }
  const Icon = isDone ? Check : Copy;
  return (
    <Button
      variant={variant}
      size={size}
      aria-label={hasOnlyIcon || shortLabel !== undefined ? label : undefined}
      onClick={() => void copy()}
    >
      <Icon aria-hidden="true" className={cx('size-4', shortLabel !== undefined && 'max-sm:hidden')} />
      {hasOnlyIcon ? null : (
        <>
          <span className={shortLabel === undefined ? undefined : 'max-sm:hidden'}>{label}</span>
          {shortLabel === undefined ? null : <span className="sm:hidden">{shortLabel}</span>}
        </>
      )}
    </Button>
  );
}
