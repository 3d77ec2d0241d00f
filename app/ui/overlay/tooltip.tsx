import { cloneElement, useEffect, useId, useRef, useState } from 'react';
import { TooltipPanel } from './lazy-panels';
import type { TooltipProps } from './panel-props';

const OPENS_AFTER_MS = 300;
const CLOSES_AFTER_MS = 150;

/** A short description on hover and focus. Never the only place for information. */
export function Tooltip({ text, side = 'top', children }: TooltipProps) {
  const id = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const [isOpen, setIsOpen] = useState(false);

  const turn = (next: boolean, afterMs: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setIsOpen(next), afterMs);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!isOpen) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setIsOpen(false);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isOpen]);

  return (
    <span
      ref={anchor}
      className="contents"
      onPointerOver={() => turn(true, OPENS_AFTER_MS)}
      onPointerOut={() => turn(false, CLOSES_AFTER_MS)}
      onFocus={() => turn(true, 0)}
      onBlur={() => turn(false, 0)}
    >
      {cloneElement(children, isOpen ? { 'aria-describedby': id } : {})}
      {isOpen ? (
        <TooltipPanel
          id={id}
          text={text}
          side={side}
          triggerRef={{ current: anchor.current?.firstElementChild ?? null }}
          onOpenChange={(next) => turn(next, next ? 0 : CLOSES_AFTER_MS)}
        />
      ) : null}
    </span>
  );
}
