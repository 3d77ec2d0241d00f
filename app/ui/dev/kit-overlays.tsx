import { Copy, Moon, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../button';
import { Switch } from '../form/switch';
import { TextArea } from '../form/text-area';
import { TextField } from '../form/text-field';
import { ConfirmDialog } from '../overlay/confirm-dialog';
import { FormDialog } from '../overlay/form-dialog';
import { Menu } from '../overlay/menu';
import { Popover } from '../overlay/popover';
import { Sheet } from '../overlay/sheet';
import { showToast } from '../overlay/toast';
import { Tooltip } from '../overlay/tooltip';

type Open = 'dialog' | 'confirm' | 'password' | 'sheet' | 'bottom' | null;

export function KitOverlays() {
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => setOpen('dialog')}>Open dialog</Button>
      <Button onClick={() => setOpen('confirm')}>Delete by word</Button>
      <Button onClick={() => setOpen('password')}>Delete by password</Button>
      <Button onClick={() => setOpen('sheet')}>Open sheet</Button>
      <Button onClick={() => setOpen('bottom')}>Sheet from below</Button>
      <Menu
        label="Things to do"
        variant="secondary"
        items={[
          {
            key: 'copy',
            label: 'Duplicate',
            icon: <Copy />,
            shortcut: 'D',
            onAction: () => showToast('success', 'Duplicated'),
          },
          { key: 'go', label: 'Go to pricing', to: '/pricing' },
          {
            title: 'Theme',
            items: [
              { key: 'dark', label: 'Dark', icon: <Moon />, isChosen: true, onAction: () => undefined },
            ],
          },
          'separator',
          {
            key: 'delete',
            label: 'Delete',
            icon: <Trash2 />,
            isDanger: true,
            onAction: () => setOpen('confirm'),
          },
        ]}
      >
        Menu
      </Menu>
      <Popover label="Options" variant="secondary" button="Popover">
        <Switch label="Web search" hint="About 1¢ a search" />
      </Popover>
      <Tooltip text="A few words about it">
        <Button>Has a tooltip</Button>
      </Tooltip>
      <Button onClick={() => showToast('success', 'Saved: daily limit')}>Toast</Button>
      <Button
        onClick={() =>
          showToast('info', 'Draft replaced', {
            action: { label: 'Undo', onAction: () => showToast('success', 'Draft is back') },
          })
        }
      >
        Toast with Undo
      </Button>
      {open === 'dialog' ? (
        <FormDialog
          title="Rename prompt"
          description="Links to it go on working."
          submitLabel="Rename"
          onSubmit={close}
          onClose={close}
        >
          <TextField label="Name" defaultValue="Lesson plan" />
          <TextArea label="Description" rows={3} />
        </FormDialog>
      ) : null}
      <ConfirmDialog
        isOpen={open === 'confirm'}
        onOpenChange={close}
        title="Delete “Lesson plan”?"
        confirmLabel="Delete prompt"
        proof={{ kind: 'word', word: 'delete' }}
        onConfirm={close}
      >
        <p>The prompt, its 4 versions and 12 replies are lost. This can’t be undone.</p>
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={open === 'password'}
        onOpenChange={close}
        title="Delete your account?"
        confirmLabel="Delete account"
        proof={{ kind: 'password' }}
        error="That password is not right."
        onConfirm={close}
      >
        <p>Your prompts, files and your balance of $4.99 are lost. This can’t be undone.</p>
      </ConfirmDialog>
      <Sheet
        isOpen={open === 'sheet'}
        onOpenChange={close}
        title="Ledger"
        description="Newest first."
        isForReading
      >
        <p>What belongs beside the page.</p>
      </Sheet>
      <Sheet
        isOpen={open === 'bottom'}
        onOpenChange={close}
        title="Options"
        side="bottom"
        footer={<Button onClick={close}>Done</Button>}
      >
        <TextField label="Maximum tokens per reply" defaultValue="1,024" />
      </Sheet>
    </div>
  );
}
