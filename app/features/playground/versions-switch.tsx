import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '~/ui/button';
import type { VersionPlace } from '~/features/sessions';

type Props = { place: VersionPlace; onShow: (first: string, key: string) => void };

/** Set while an arrow's version replaces the article that it was in, which would lose the focus. */
let pressed: { first: string; label: string } | undefined;

/** “2 of 3”, with arrows to the other versions of a message. */
export function Versions({ place: { first, number, count, previous, next }, onShow }: Props) {
  const group = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (pressed?.first !== first) return;
    const { label } = pressed;
    pressed = undefined;
    const buttons = Array.from(group.current?.querySelectorAll('button') ?? []);
    const same = buttons.find((button) => button.ariaLabel === label && !button.disabled);
    (same ?? buttons.find((button) => !button.disabled))?.focus();
  }, [first]);
  const arrow = (label: string, key: string | undefined, Icon: typeof ChevronLeft) => (
    <Button
      variant="ghost"
      size="s"
      className="px-1"
      aria-label={label}
      disabled={key === undefined}
      onClick={() => {
        if (key === undefined) return;
        pressed = { first, label };
        onShow(first, key);
      }}
    >
      <Icon aria-hidden="true" className="size-4" />
    </Button>
  );
  return (
    <div ref={group} role="group" aria-label="Versions" className="num flex items-center text-xs text-ink-2">
      {arrow('Previous version', previous, ChevronLeft)}
      <span>
        {number} of {count}
      </span>
      {arrow('Next version', next, ChevronRight)}
    </div>
  );
}
