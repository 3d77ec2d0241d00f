import * as Radix from '@radix-ui/react-tooltip';
import type { ReactElement, ReactNode } from 'react';

type Props = { text: ReactNode; side?: 'top' | 'bottom' | 'left' | 'right'; children: ReactElement };

/** A few words about a control, on hover and on focus. Never the only place where something is said. */
export function Tooltip({ text, side = 'top', children }: Props) {
  return (
    <Radix.Provider delayDuration={300}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="z-50 max-w-72 animate-appear rounded-1 bg-ink px-2.5 py-1.5 text-xs text-paper"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
