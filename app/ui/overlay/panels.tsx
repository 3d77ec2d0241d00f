import { NavigationType, useHref, useNavigate } from '@remix-run/react';
import { Check, X } from 'lucide-react';
import { useEffect, useId, useRef, useState, type ReactNode, type RefObject } from 'react';
import {
  Button,
  Dialog,
  Header,
  Heading,
  I18nProvider,
  Menu,
  MenuItem,
  MenuSection,
  Modal,
  ModalOverlay,
  Popover,
  RouterProvider,
  Separator,
  Tooltip,
  TooltipTriggerStateContext,
} from 'react-aria-components';
import { useNavigationBlock } from '../use-navigation-block';
import { useUnloadGuard } from '../use-unload-guard';
import { cx } from '../cx';
import { focusIfLost, focusPageIfLost } from '../focus-if-lost';
import { Kbd } from '../kbd';
import { keyboardScrollable } from '../scroll-region';
import type { MenuEntry, MenuProps, TooltipProps } from './panel-props';

export type ModalPanelProps = {
  onOpenChange: (isOpen: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
  isLocked?: boolean;
  savesDraft?: boolean;
  isForReading?: boolean;
  role?: 'dialog' | 'alertdialog';
  /** One of the layers in styles/layers.css. */
  layer: 'z-dialog' | 'z-sheet';
  placement: string;
  className: string;
  /** Initial focus: the first field or else the first button of the footer; or the panel itself. */
  focuses: 'control' | 'panel';
};

const FIRST_CONTROL = [
  '[data-panel-body] :is(input:not([type=hidden]), select, textarea):enabled',
  '[data-panel-footer] button:enabled',
];

/** Fields whose text is worth keeping, which search fields are not. */
const TEXT_FIELDS = 'textarea, input:is([type=text], [type=email], [type=password]):not([role=combobox])';

/** Texts from this length are protected against accidental closing. */
const LONG_TEXT = 80;

const BLOCKED_MESSAGES = {
  escape: 'Press Escape again to discard what you wrote.',
  back: 'Go back again to discard what you wrote.',
};

/** The modal panel that Dialog and Sheet share. */
export function ModalPanel({
  onOpenChange,
  title,
  description,
  children,
  footer,
  isLocked = false,
  savesDraft = false,
  isForReading = false,
  role = 'dialog',
  layer,
  placement,
  className,
  focuses,
}: ModalPanelProps) {
  const descriptionId = useId();
  const panel = useRef<HTMLElement>(null);
  const [isDirty, setIsDirty] = useState(false);
  /** Whether closing would lose a long text, and which attempt has already been blocked once. */
  const [loss, setLoss] = useState<'none' | 'unsaid' | keyof typeof BLOCKED_MESSAGES>('none');
  useUnloadGuard(loss !== 'none');
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // The library also returns the focus, but not reliably: the page may still be inert for a moment.
      if (opener instanceof HTMLElement && opener.isConnected) focusIfLost({ current: opener });
      else focusPageIfLost(); // the trigger was removed, e.g. with its row
    },
    [opener],
  );
  useEffect(() => {
    if (focuses === 'panel') return;
    const [first] = FIRST_CONTROL.flatMap((selector) => [
      ...(panel.current?.querySelectorAll<HTMLElement>(selector) ?? []),
    ]);
    first?.focus();
  }, [focuses]);
  return (
    <ModalOverlay
      isOpen
      onOpenChange={onOpenChange}
      // An accidental outside click must not lose the text.
      isDismissable={!isLocked && role === 'dialog' && !isDirty}
      isKeyboardDismissDisabled={isLocked || loss === 'unsaid'}
      className={cx('fixed inset-0 flex animate-appear bg-scrim', layer, placement)}
      data-modal
    >
      <Modal className={cx('flex min-w-0 flex-col border-line bg-surface text-ink shadow-2', className)}>
        <Dialog
          ref={panel}
          role={role}
          aria-describedby={description ? descriptionId : undefined}
          className="relative flex min-h-0 grow flex-col outline-none"
        >
          <div
            role="presentation"
            className="contents"
            onKeyDown={({ key }) => {
              if (key === 'Escape' && loss === 'unsaid') setLoss('escape');
            }}
          >
            {loss === 'unsaid' ? <BackBlocker onBack={() => setLoss('back')} /> : null}
            <div className="pt-4.5 pr-14 pb-1 pl-5">
              <Heading slot="title" level={2} className="text-l font-semibold">
                {title}
              </Heading>
              {description ? (
                <p id={descriptionId} className="mt-0.5 text-s text-pretty text-ink-2">
                  {description}
                </p>
              ) : null}
            </div>
            <div
              data-panel-body
              className="min-h-0 grow overflow-y-auto px-5 pt-2 pb-4"
              onInput={({ target }) => {
                if (target instanceof Element && target.matches(TEXT_FIELDS)) setIsDirty(true);
                const isLong = target instanceof HTMLTextAreaElement && target.value.length >= LONG_TEXT;
                if (isLong && !savesDraft) setLoss('unsaid');
              }}
              {...(isForReading ? keyboardScrollable : {})}
            >
              {children}
            </div>
            {loss === 'none' || loss === 'unsaid' ? null : (
              <p role="alert" className="px-5 pt-2 pb-3 text-s text-warn">
                {BLOCKED_MESSAGES[loss]}
              </p>
            )}
            {footer ? (
              <div
                data-panel-footer
                className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3"
              >
                {footer}
              </div>
            ) : null}
            {isLocked ? null : (
              <Button
                slot="close"
                aria-label="Close"
                className="absolute top-1.5 right-2 rounded-1 p-3 text-ink-3 sm:top-3 sm:right-3.5 sm:p-1.5 hover:bg-chosen hover:text-ink"
              >
                <X aria-hidden="true" className="size-4" />
              </Button>
            )}
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Blocks the browser's Back button and tells the user. */
function BackBlocker({ onBack }: { onBack: () => void }) {
  useNavigationBlock(({ historyAction }) => historyAction === NavigationType.Pop, onBack);
  return null;
}

export type MenuPanelProps = Pick<MenuProps, 'label' | 'items' | 'align'> & {
  triggerRef: RefObject<HTMLElement>;
  onClose: () => void;
  /** Receives the entry's action, to be run after the menu has closed. */
  onChoose: (act: () => void) => void;
  /** The entry to focus; the last one if opened with the up arrow. */
  begins: 'first' | 'last';
};

export function MenuPanel({ label, items, align, triggerRef, onClose, onChoose, begins }: MenuPanelProps) {
  const navigate = useNavigate();
  return (
    <I18nProvider locale="en-US">
      <RouterProvider navigate={(to) => navigate(to)} useHref={useHref}>
        <Popover
          aria-label={label}
          isOpen
          onOpenChange={onClose}
          triggerRef={triggerRef}
          placement={align === 'start' ? 'bottom start' : 'bottom end'}
          offset={4}
          style={{ zIndex: 'var(--layer-popover)' }}
          className="min-w-44 animate-appear overflow-y-auto rounded-2 border border-line bg-surface p-1 shadow-2"
        >
          <Menu aria-label={label} autoFocus={begins} onClose={onClose} className="outline-none">
            {items.map((item, index) => {
              if (item === 'separator')
                return <Separator key={`line-${String(index)}`} className="my-1 h-px bg-line" />;
              if (!('items' in item)) return <Entry key={item.key} entry={item} onChoose={onChoose} />;
              return (
                <MenuSection key={item.title}>
                  <Header className="px-2.5 pt-1.5 pb-0.5 text-xs text-ink-3">{item.title}</Header>
                  {item.items.map((entry) => (
                    <Entry key={entry.key} entry={entry} onChoose={onChoose} />
                  ))}
                </MenuSection>
              );
            })}
          </Menu>
        </Popover>
      </RouterProvider>
    </I18nProvider>
  );
}

function Entry({ entry, onChoose }: { entry: MenuEntry } & Pick<MenuPanelProps, 'onChoose'>) {
  const { key, label, icon, isDanger, isDisabled, isChosen, shortcut } = entry;
  return (
    <MenuItem
      id={key}
      textValue={label}
      isDisabled={isDisabled ?? false}
      {...('to' in entry ? { href: entry.to } : { onAction: () => onChoose(entry.onAction) })}
      className={cx(
        'flex min-h-9 cursor-pointer items-center gap-2 rounded-1 px-2.5 text-s text-ink no-underline outline-none select-none data-disabled:cursor-not-allowed data-disabled:opacity-55 data-focused:bg-chosen sm:min-h-8',
        isDanger && 'text-bad',
      )}
    >
      {icon ? (
        <span aria-hidden="true" className="shrink-0 [&>svg]:size-4">
          {icon}
        </span>
      ) : null}
      <span className="grow">
        {label}
        {isChosen ? <span className="sr-only"> (chosen)</span> : null}
      </span>
      {isChosen ? <Check aria-hidden="true" className="size-4 shrink-0" /> : null}
      {shortcut ? <Kbd>{shortcut}</Kbd> : null}
    </MenuItem>
  );
}

export type PopoverPanelProps = {
  label: string;
  triggerRef: RefObject<HTMLElement>;
  onClose: () => void;
  className?: string | undefined;
  children: ReactNode;
};

/** Controls in a small panel beside their button, which apply at once. */
export function PopoverPanel({ label, triggerRef, onClose, className, children }: PopoverPanelProps) {
  return (
    <Popover
      isOpen
      onOpenChange={onClose}
      triggerRef={triggerRef}
      placement="bottom end"
      offset={4}
      style={{ zIndex: 'var(--layer-popover)' }}
      className={cx(
        'max-w-[calc(100vw-1rem)] animate-appear overflow-y-auto rounded-2 border border-line bg-surface shadow-2',
        className,
      )}
    >
      <Dialog aria-label={label} className="p-4 outline-none">
        {children}
      </Dialog>
    </Popover>
  );
}

export type TooltipPanelProps = Required<Pick<TooltipProps, 'text' | 'side'>> & {
  id: string;
  triggerRef: RefObject<Element>;
  onOpenChange: (isOpen: boolean) => void;
};

export function TooltipPanel({ id, text, side, triggerRef, onOpenChange }: TooltipPanelProps) {
  // Normally provided by the library's trigger; the panel requires it.
  const state = {
    isOpen: true,
    shouldSkipAnimation: false,
    open: () => onOpenChange(true),
    close: () => onOpenChange(false),
  };
  return (
    <TooltipTriggerStateContext.Provider value={state}>
      <Tooltip
        triggerRef={triggerRef}
        placement={side}
        offset={6}
        style={{ zIndex: 'var(--layer-popover)' }}
        className="max-w-72 animate-appear rounded-1 bg-ink px-2.5 py-1.5 text-xs text-paper"
      >
        <span id={id}>{text}</span>
      </Tooltip>
    </TooltipTriggerStateContext.Provider>
  );
}
