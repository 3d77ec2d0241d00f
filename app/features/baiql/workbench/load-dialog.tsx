import { useEffect, useRef, useState } from 'react';
import { messageOf, ignoreNotFound } from '~/core/browser/call-api';
import { newKey } from '~/core/browser/new-key';
import { Button } from '~/ui/button';
import { EmptyState } from '~/ui/empty-state';
import { TextField } from '~/ui/form/text-field';
import { formatBytes, formatCount } from '~/ui/format-count';
import { Notice } from '~/ui/notice';
import { ConfirmDialog } from '~/ui/overlay/confirm-dialog';
import { Dialog } from '~/ui/overlay/dialog';
import { Menu } from '~/ui/overlay/menu';
import { DateTime } from '~/ui/relative-time';
import { Skeleton } from '~/ui/skeleton';
import { isolate } from '~/ui/isolate';
import type { ListedScript } from '../index.server';
import { copyName } from '../scripts/schema';
import { NameDialog } from './name-dialog';
import { scripts } from './script-api';
import type { SavedAs } from './script-state';

/** With hundreds of scripts, rendering all at once is slow. */
const PAGE_SIZE = 100;

type Props = {
  openId: string | null;
  timezone: string;
  onClose: () => void;
  onOpen: (scriptId: string) => void;
  onRenamed: (script: SavedAs) => void;
  onDeleted: (scriptId: string) => void;
  onShowTemplates: () => void;
};

type DialogState = { kind: 'rename' | 'delete'; script: ListedScript } | null;

/** The user's saved scripts: open, rename, duplicate or delete. */
export function LoadDialog(props: Props) {
  const { openId, timezone, onClose, onOpen, onRenamed, onDeleted, onShowTemplates } = props;
  const [list, setList] = useState<readonly ListedScript[]>();
  const [query, setQuery] = useState('');
  const [most, setMost] = useState(PAGE_SIZE);
  const [asked, setAsked] = useState<DialogState>(null);
  const [problem, setProblem] = useState<string>();

  const [listProblem, setListProblem] = useState<string>();

  /** A list that fails to load shows the error, so that it doesn't look as if the scripts were lost. */
  async function load() {
    try {
      setList(await scripts.list());
      setListProblem(undefined);
    } catch (error) {
      setList([]);
      setListProblem(messageOf(error));
    }
  }
  useEffect(() => void load(), []);

  async function change(work: () => Promise<void>) {
    setProblem(undefined);
    setAsked(null);
    try {
      await work();
      await load();
    } catch (error) {
      setProblem(messageOf(error));
      // It may have succeeded with only its response lost.
      await scripts.list().then(setList, () => undefined);
    }
  }
  // Retrying a copy uses the idempotency key of the first attempt.
  const copyKeys = useRef(new Map<string, string>());
  const duplicate = ({ scriptId, name }: ListedScript) =>
    change(async () => {
      const key = copyKeys.current.get(scriptId) ?? newKey();
      copyKeys.current.set(scriptId, key);
      const { content } = await scripts.get(scriptId);
      await scripts.create({ name: copyName(name), content }, key);
      copyKeys.current.delete(scriptId);
    });

  if (asked?.kind === 'rename') {
    const { scriptId, name } = asked.script;
    return (
      <NameDialog
        title="Rename script"
        submitLabel="Rename"
        name={name}
        onClose={() => setAsked(null)}
        onSubmit={async (wanted) => {
          onRenamed(await scripts.rename(scriptId, wanted));
          await load();
          setAsked(null);
        }}
      />
    );
  }
  if (asked?.kind === 'delete') {
    const { scriptId, name } = asked.script;
    return (
      <ConfirmDialog
        isOpen
        title={`Delete “${isolate(name)}”?`}
        confirmLabel="Delete script"
        onOpenChange={() => setAsked(null)}
        onConfirm={() =>
          void change(async () => {
            await scripts.remove(scriptId).catch(ignoreNotFound);
            onDeleted(scriptId);
          })
        }
      >
        <p>The script and its versions are deleted. Its runs and your files stay. This can’t be undone.</p>
      </ConfirmDialog>
    );
  }
  const found = list?.filter(({ name }) => name.toLowerCase().includes(query.trim().toLowerCase()));
  return (
    <Dialog isOpen onOpenChange={onClose} title="Load script" size="m">
      <div className="flex min-h-70 flex-col gap-3">
        <TextField
          label="Search scripts"
          isLabelHidden
          type="search"
          placeholder="Search scripts"
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
        {problem === undefined ? null : <Notice tone="bad">{problem}</Notice>}
        {listProblem === undefined ? null : (
          <Notice
            tone="bad"
            title="Your scripts couldn’t be loaded"
            actions={
              <Button size="s" onClick={() => void load()}>
                Try again
              </Button>
            }
          >
            {listProblem}
          </Notice>
        )}
        {found === undefined ? <Skeleton className="h-24 w-full" /> : null}
        {list?.length === 0 && listProblem === undefined ? (
          <EmptyState
            title="No saved scripts yet"
            action={<Button onClick={onShowTemplates}>Start with a template</Button>}
          >
            Scripts that you save are listed here.
          </EmptyState>
        ) : null}
        {found?.length === 0 && list?.length !== 0 ? (
          <EmptyState title="No results">Try another word.</EmptyState>
        ) : null}
        <ul aria-label="Scripts" className="flex flex-col">
          {found?.slice(0, most).map((script) => (
            <li
              key={script.scriptId}
              className="relative flex items-center gap-3 border-b border-line py-2 hover:bg-chosen"
            >
              <button
                type="button"
                className="min-w-0 grow text-left after:absolute after:inset-0"
                onClick={() => onOpen(script.scriptId)}
              >
                <span dir="auto" className="block truncate text-left text-s font-medium">
                  {script.name}
                  {script.scriptId === openId ? <bdi className="text-ink-3"> · open</bdi> : null}
                </span>
                <span className="num block text-xs text-ink-2">
                  <DateTime at={script.updatedAt} timeZone={timezone} /> · {formatBytes(script.size)}
                </span>
              </button>
              <span className="relative">
                <Menu
                  label={`Actions for ${script.name}`}
                  variant="ghost"
                  items={[
                    { key: 'rename', label: 'Rename', onAction: () => setAsked({ kind: 'rename', script }) },
                    { key: 'duplicate', label: 'Duplicate', onAction: () => void duplicate(script) },
                    {
                      key: 'delete',
                      label: 'Delete',
                      isDanger: true,
                      onAction: () => setAsked({ kind: 'delete', script }),
                    },
                  ]}
                />
              </span>
            </li>
          ))}
        </ul>
        {found !== undefined && found.length > most ? (
          <Button className="self-center" onClick={() => setMost(most + PAGE_SIZE)}>
            Show more ({formatCount(found.length - most)})
          </Button>
        ) : null}
      </div>
    </Dialog>
  );
}
