import * as Radix from '@radix-ui/react-dropdown-menu';
import type { ReactNode } from 'react';
import { cx } from './cx';
import { Kbd } from './kbd';

type Props = {
  onSelect: () => void;
  isDanger?: boolean;
  isDisabled?: boolean;
  shortcut?: string;
  children: ReactNode;
};

export function MenuItem({ onSelect, isDanger, isDisabled, shortcut, children }: Props) {
  return (
    <Radix.Item
      disabled={isDisabled}
      onSelect={onSelect}
      className={cx(
        'flex min-h-8 cursor-pointer items-center justify-between gap-4 rounded-1 px-2.5 text-s outline-none select-none data-disabled:cursor-not-allowed data-disabled:opacity-55 data-highlighted:bg-sunken',
        isDanger && 'text-bad',
      )}
    >
      <span>{children}</span>
      {shortcut ? <Kbd>{shortcut}</Kbd> : null}
    </Radix.Item>
  );
}
