import type { ReactElement, ReactNode } from 'react';
import type { ButtonProps } from '../button';

export type MenuEntry = {
  key: string;
  label: string;
  icon?: ReactNode;
  isDanger?: boolean;
  isDisabled?: boolean;
  /** The current option of several. */
  isChosen?: boolean;
  shortcut?: string;
} & ({ onAction: () => void } | { to: string });

export type MenuItems = readonly (MenuEntry | 'separator' | { title: string; items: readonly MenuEntry[] })[];

export type MenuProps = {
  /** Accessible name of the menu, and of a button that shows only an icon. */
  label: string;
  items: MenuItems;
  align?: 'start' | 'end';
  /** Content of the button; defaults to three dots. */
  children?: ReactNode;
} & Pick<ButtonProps, 'variant' | 'size' | 'disabled' | 'className'>;

export type TooltipProps = {
  text: ReactNode;
  side?: 'top' | 'bottom' | 'left' | 'right';
  /** A single control that accepts `aria-describedby`, such as Button. */
  children: ReactElement<{ 'aria-describedby'?: string }>;
};
