import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, type ButtonProps } from './button';
import { copyText } from './copy-text';

type Props = {
  /** What is copied, now or when asked. */
  text: string | (() => string);
  label?: string;
  /** Said when it is done: "Prompt copied". */
  done?: string;
  hasOnlyIcon?: boolean;
} & Pick<ButtonProps, 'variant' | 'size'>;

const SHOWN_MS = 2000;

/** Copies a text and says so; says what to do when the browser does not allow it. */
export function CopyButton({
  text,
  label = 'Copy',
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
    const isCopied = await copyText(typeof text === 'string' ? text : text(), done, { durationMs: SHOWN_MS });
    if (isCopied) setIsDone(true);
  }
  const Icon = isDone ? Check : Copy;
  return (
    <Button
      variant={variant}
      size={size}
      aria-label={hasOnlyIcon ? label : undefined}
      onClick={() => void copy()}
    >
      <Icon aria-hidden="true" className="size-4" />
      {hasOnlyIcon ? null : label}
    </Button>
  );
}
