import * as Radix from '@radix-ui/react-dropdown-menu';
import type { ReactElement, ReactNode } from 'react';

type Props = {
  /** A single button that takes a ref, such as Button. */
  trigger: ReactElement;
  align?: 'start' | 'end';
  children: ReactNode;
};

/** A short list of things to do. Fill it with MenuItem. */
export function Menu({ trigger, align = 'end', children }: Props) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="z-50 min-w-44 animate-appear rounded-2 border border-line bg-surface p-1 shadow-2"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
