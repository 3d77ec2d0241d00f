import type { ReactNode } from 'react';
import { ModalPanel } from './lazy-panels';

type Side = 'left' | 'right' | 'bottom';

type Props = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: ReactNode;
  /** One sentence under the title, announced with it. */
  description?: ReactNode;
  side?: Side;
  size?: 's' | 'm' | 'l';
  /** For text rather than controls: the keyboard scrolls the whole panel. */
  isForReading?: boolean;
  /** Always visible below the scrolling content: form buttons, a price. */
  footer?: ReactNode;
  children: ReactNode;
};

const sides: Record<Side, { placement: string; panel: string }> = {
  left: { placement: 'justify-start', panel: 'w-full animate-slide-left border-r' },
  right: { placement: 'justify-end', panel: 'w-full animate-slide-right border-l' },
  bottom: { placement: 'items-end', panel: 'max-h-[85dvh] w-full animate-slide-up rounded-t-3 border-t' },
};
const widths = { s: 'max-w-90', m: 'max-w-140', l: 'max-w-240' } as const;

/** A panel at the edge of the window, for content beside the page. Traps the focus and returns it. */
export function Sheet({ isOpen, side = 'right', size = 's', ...panel }: Props) {
  if (!isOpen) return null;
  return (
    <ModalPanel
      {...panel}
      layer="z-sheet"
      placement={sides[side].placement}
      className={`${sides[side].panel} ${side === 'bottom' ? '' : widths[size]}`}
      focuses="panel"
    />
  );
}
