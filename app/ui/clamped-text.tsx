import { useEffect, useRef, useState } from 'react';
import { Button } from './button';
import { cx } from './cx';

type Props = { text: string; lang: string | undefined };

/** A text as it was written, of which a long one shows its beginning until it is opened. */
export function ClampedText({ text, lang }: Props) {
  const shown = useRef<HTMLParagraphElement>(null);
  const [isLong, setIsLong] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const element = shown.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      // An open text says nothing about whether it would fit.
      if (!isOpen) setIsLong(element.scrollHeight > element.clientHeight + 1);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [isOpen, text]);
  return (
    <>
      <p
        ref={shown}
        dir="auto"
        lang={lang}
        className={cx(
          'wrap-anywhere whitespace-pre-wrap',
          !isOpen && 'max-h-40 overflow-hidden sm:max-h-80',
          isLong && !isOpen && 'mask-b-from-[calc(100%-3rem)]',
        )}
      >
        {text}
      </p>
      {isLong ? (
        <Button
          variant="ghost"
          size="s"
          className="-mb-1 -ml-2"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Show less' : 'Show all'}
        </Button>
      ) : null}
    </>
  );
}
