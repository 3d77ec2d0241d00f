import { useLocation, useNavigate } from '@remix-run/react';
import { Search } from 'lucide-react';
import { useId, useState, type KeyboardEvent } from 'react';
import { pageCommands } from '~/core/browser/page-commands';
import { EmptyState } from '~/ui/empty-state';
import { Dialog } from '~/ui/overlay/dialog';
import { CommandOption } from './command-option';
import { COMMAND_GROUPS, listCommands, matchCommands, type Command } from './commands';
import type { ShellUser } from './destinations';
import { recentPages } from './recent-pages';
import { useLogout } from './use-logout';
import { chooseTheme } from './use-theme';

type Props = { onClose: () => void; user: ShellUser };

/** Command palette: lists every accessible page and global actions. */
export function CommandPalette(props: Props) {
  return (
    <Dialog isOpen onOpenChange={props.onClose} title="Search" size="m">
      <CommandSearch {...props} />
    </Dialog>
  );
}

function CommandSearch({ onClose, user }: Props) {
  const [query, setQuery] = useState('');
  const [activeIndex, setActiveIndex] = useState(0);
  const { pathname } = useLocation();
  const [recent] = useState(() => recentPages().filter((page) => page !== pathname));
  const [ofPage] = useState(pageCommands);
  const id = useId();
  const run = useRunCommand();
  const commands = matchCommands(listCommands(user, recent, ofPage), query);
  const active = commands[activeIndex];
  const choose = (command: Command) => {
    onClose();
    run(command);
  };

  function onKeyDown(event: KeyboardEvent) {
    // During composition, these keys belong to the input method.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && active) {
      event.preventDefault();
      choose(active);
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || commands.length === 0) return;
    event.preventDefault();
    setActiveIndex((activeIndex + step + commands.length) % commands.length);
  }

  return (
    <>
      <div className="relative">
        <Search aria-hidden="true" className="absolute top-3 left-3 size-4 text-ink-3" />
        <input
          role="combobox"
          aria-label="Search pages and actions"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={active ? `${id}-${active.key}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          placeholder="Search pages and actions"
          className="h-10 w-full rounded-1 border border-line-field bg-surface pr-3 pl-9 text-l"
          value={query}
          onChange={(event) => {
            setQuery(event.currentTarget.value);
            setActiveIndex(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div className="-mx-2 mt-2 flex h-90 max-h-[60dvh] flex-col">
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label="Pages and actions"
          className="min-h-0 overflow-y-auto"
        >
          {groupsOf(commands, query).map(({ title, members }) => (
            <div key={title} role="group" aria-label={title} className="pb-2">
              <p aria-hidden="true" className="px-2 pt-1.5 pb-1 text-xs font-medium text-ink-3">
                {title}
              </p>
              {members.map((command) => (
                <CommandOption
                  key={command.key}
                  id={`${id}-${command.key}`}
                  command={command}
                  isActive={command === active}
                  onChoose={() => choose(command)}
                  onPoint={() => setActiveIndex(commands.indexOf(command))}
                  onKeyDown={onKeyDown}
                />
              ))}
            </div>
          ))}
        </div>
        {commands.length === 0 ? (
          <EmptyState title="No results" className="grow justify-center">
            Try another word.
          </EmptyState>
        ) : null}
      </div>
      <p role="status" className="sr-only">
        {commands.length === 0 ? 'No results' : ''}
      </p>
    </>
  );
}

/** Grouped while browsing; by relevance while searching. */
function groupsOf(commands: readonly Command[], query: string) {
  if (query.trim() !== '') return commands.length === 0 ? [] : [{ title: 'Results', members: commands }];
  return COMMAND_GROUPS.map((title) => ({
    title,
    members: commands.filter(({ group }) => group === title),
  })).filter(({ members }) => members.length > 0);
}

function useRunCommand(): (command: Command) => void {
  const navigate = useNavigate();
  const logout = useLogout();
  return (command) => {
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
      case 'action':
        command.run();
        return;
    }
  };
}
