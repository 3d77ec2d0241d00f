import { useNavigate } from '@remix-run/react';
import { useId, useState, type KeyboardEvent } from 'react';
import { Dialog } from '~/ui/overlay/dialog';
import { cx } from '~/ui/cx';
import { listCommands, matchCommands, type Command } from './commands';
import type { Visitor } from './destinations';
import { useLogout } from './use-logout';
import { chooseTheme } from './use-theme';

type Props = { isOpen: boolean; onClose: () => void; visitor: Visitor };

/** Type a few letters, press Enter. Lists every page one may open and what can be done from anywhere. */
export default function CommandPalette({ isOpen, onClose, visitor }: Props) {
  return (
    <Dialog isOpen={isOpen} onOpenChange={onClose} title="Go to" size="m">
      <CommandList onClose={onClose} visitor={visitor} />
    </Dialog>
  );
}

function CommandList({ onClose, visitor }: Omit<Props, 'isOpen'>) {
  const [query, setQuery] = useState('');
  const [activeIndex, setActiveIndex] = useState(0);
  const id = useId();
  const navigate = useNavigate();
  const logout = useLogout();
  const commands = matchCommands(listCommands(visitor), query);
  const active = commands[activeIndex];

  function run(command: Command) {
    onClose();
    switch (command.kind) {
      case 'page':
        navigate(command.to);
        return;
      case 'theme':
        chooseTheme(command.theme);
        return;
      case 'logout':
        logout();
        return;
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && active) {
      event.preventDefault();
      run(active);
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || commands.length === 0) return;
    event.preventDefault();
    setActiveIndex((activeIndex + step + commands.length) % commands.length);
  }

  return (
    <>
      <input
        role="combobox"
        aria-label="Page or action"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={active ? `${id}-${active.key}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        placeholder="Page or action"
        className="h-10 w-full rounded-1 border border-line-field bg-surface px-3 text-l"
        value={query}
        onChange={(event) => {
          setQuery(event.currentTarget.value);
          setActiveIndex(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul
        id={`${id}-list`}
        role="listbox"
        aria-label="Pages and actions"
        className="mt-2 h-80 overflow-y-auto"
      >
        {commands.map((command, index) => (
          // The field above has the keyboard; the list answers the mouse.
          <li
            key={command.key}
            id={`${id}-${command.key}`}
            role="option"
            aria-selected={index === activeIndex}
            ref={index === activeIndex ? (item) => item?.scrollIntoView({ block: 'nearest' }) : undefined}
            onClick={() => run(command)}
            onKeyDown={onKeyDown}
            onPointerMove={() => setActiveIndex(index)}
            className={cx(
              'flex min-h-9 cursor-pointer items-center justify-between gap-4 rounded-1 px-3',
              index === activeIndex && 'bg-sunken',
            )}
          >
            <span>{command.label}</span>
            <span className="text-xs text-ink-3">{command.kind === 'page' ? command.to : 'Action'}</span>
          </li>
        ))}
      </ul>
      {commands.length === 0 ? (
        <p role="status" className="px-3 text-s text-ink-2">
          Nothing is called that. Try another word.
        </p>
      ) : null}
    </>
  );
}
