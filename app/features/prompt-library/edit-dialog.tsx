import { useEffect, useRef, useState } from 'react';
import { useDraft } from '~/core/browser/use-draft';
import { Button } from '~/ui/button';
import { Checkbox } from '~/ui/form/checkbox';
import { TextArea } from '~/ui/form/text-area';
import { TextField } from '~/ui/form/text-field';
import { Notice } from '~/ui/notice';
import { RestoreDiscarded } from '~/ui/restore-discarded';
import { Dialog } from '~/ui/overlay/dialog';
import { Diff } from '~/ui/word-diff';
import {
  MAX_CONTENT_CHARACTERS,
  MAX_DESCRIPTION_CHARACTERS,
  MAX_FOLDER_CHARACTERS,
  MAX_NOTE_CHARACTERS,
  MAX_TITLE_CHARACTERS,
  savedPromptSchema,
} from '~/features/prompts';
import type { KeptPrompt, SavedPrompt } from '~/features/prompts/index.server';
import { announceKept } from './announce-kept';
import {
  discardedAt,
  editDraftOf,
  editOf,
  explainTags,
  fieldsOf,
  loadDraft,
  rebased,
  toDraft,
  type EditFields,
} from './edit-draft';
import { sendEdit } from './prompt-calls';
import { draftKeyOf } from './use-unsaved-edit';
import { PublicDialog } from './public-dialog';

const FAILED = 'Failed to update prompt. Please try again.';
const CHANGED_SINCE =
  'This prompt was changed elsewhere after you began to edit it. Choose which version to keep.';

type Props = {
  prompt: SavedPrompt;
  folders: readonly string[];
  onClose: () => void;
  onDone: (kept: KeptPrompt) => void;
};

/**
 * Edits a prompt. The draft is kept in the browser until it is saved or canceled, so a reload, an expired session or a
 * concurrent edit loses nothing.
 */
export function EditDialog({ prompt, folders, onClose, onDone }: Props) {
  // The dialog opens in the browser, where the draft can be read before the first render.
  const [stored] = useState(() => loadDraft(prompt));
  const isBehind = stored !== undefined && stored.version !== prompt.version;
  const [base, setBase] = useState(isBehind ? { ...prompt, version: stored.version } : prompt);
  const [initial] = useState(() => stored ?? toDraft(prompt, fieldsOf(prompt)));
  const draft = useDraft(draftKeyOf(prompt), editDraftOf(prompt), initial);
  const typed: EditFields = { ...fieldsOf(base), ...draft.value.fields };
  const [other, setOther] = useState(isBehind ? prompt : null);
  const [isRestored, setIsRestored] = useState(stored !== undefined && !isBehind);
  const [isAsked, setIsAsked] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState(isBehind ? CHANGED_SINCE : '');
  const notice = useRef<HTMLDivElement>(null);
  // The form is longer than the dialog, so errors are shown next to the button.
  useEffect(() => {
    if (error !== '') notice.current?.focus();
  }, [error]);
  const isAsSaved = (fields: EditFields) => JSON.stringify(fields) === JSON.stringify(fieldsOf(base));
  const change = (fields: Partial<EditFields>) => {
    const next = { ...typed, ...fields };
    if (isAsSaved(next)) draft.settle(toDraft(base, next));
    else draft.change(toDraft(base, next));
  };
  const goOnFrom = (saved: SavedPrompt) => {
    setBase(saved);
    setOther(null);
    setIsRestored(false);
    setError('');
  };
  const keepMine = (saved: SavedPrompt) => {
    draft.change(toDraft(saved, rebased(typed, base, saved)));
    goOnFrom(saved);
  };
  const discard = () => {
    if (!isAsSaved(typed)) draft.discard();
  };
  const takeSaved = (saved: SavedPrompt) => {
    discard();
    goOnFrom(saved);
    draft.settle(toDraft(saved, fieldsOf(saved)));
  };
  const cancel = () => {
    discard();
    draft.settle(draft.latest());
    onClose();
  };

  async function save() {
    setIsAsked(false);
    setIsBusy(true);
    setError('');
    const result = await sendEdit(base, editOf(typed, base));
    setIsBusy(false);
    if (result.ok) {
      draft.settle(draft.latest());
      announceKept(result.answer, 'Prompt updated');
      onDone(result.answer);
    } else if (result.code === 'prompt_changed') {
      setOther(savedPromptSchema.parse(result.body.current));
      setError(result.message);
    } else {
      setError(result.status >= 400 && result.status < 500 ? result.message || FAILED : FAILED);
    }
  }

  return (
    <Dialog
      isOpen
      size="l"
      isLocked={isBusy}
      savesDraft
      onOpenChange={onClose}
      title="Edit Your Prompt"
      footer={
        <>
          <Button onClick={cancel} disabled={isBusy}>
            Cancel
          </Button>
          <Button type="submit" form="edit-prompt" variant="primary" isBusy={isBusy}>
            Save
          </Button>
        </>
      }
    >
      <form
        id="edit-prompt"
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.isPublic && !base.isPublic) setIsAsked(true);
          else void save();
        }}
      >
        {error ? (
          <div ref={notice} tabIndex={-1} className="rounded-1">
            <Notice tone="bad">{error}</Notice>
          </div>
        ) : null}
        <RestoreDiscarded
          place={discardedAt(prompt)}
          size="s"
          className="self-start"
          onRestore={(fields) => {
            discard();
            change(fields);
          }}
        />
        {isRestored ? (
          <Notice
            actions={
              <Button size="s" onClick={() => takeSaved(base)}>
                Discard changes
              </Button>
            }
          >
            Your unsaved changes are back.
          </Notice>
        ) : null}
        {other ? (
          <Conflict
            other={other}
            mine={typed.content}
            onKeepMine={() => keepMine(other)}
            onTakeOther={() => takeSaved(other)}
          />
        ) : null}
        <PromptFields typed={typed} folders={folders} onChange={change} />
      </form>
      {isAsked ? (
        <PublicDialog title={typed.title} onClose={() => setIsAsked(false)} onConfirm={() => void save()} />
      ) : null}
    </Dialog>
  );
}

type FieldsProps = {
  typed: EditFields;
  folders: readonly string[];
  onChange: (fields: Partial<EditFields>) => void;
};

/** All editable fields. */
function PromptFields({ typed, folders, onChange }: FieldsProps) {
  const set = (field: keyof EditFields) => (event: { currentTarget: { value: string } }) =>
    onChange({ [field]: event.currentTarget.value });
  return (
    <>
      <TextArea
        label="Prompt"
        style={{ minHeight: '9rem' }}
        countLimit={MAX_CONTENT_CHARACTERS}
        value={typed.content}
        onChange={set('content')}
        hint={
          <>
            Variables become a form when the prompt is used: {'{{name}}'}, {'{{text:long}}'},{' '}
            {'{{tone:select(friendly, formal)=formal}}'}
          </>
        }
      />
      <TextField label="Title" maxLength={MAX_TITLE_CHARACTERS} value={typed.title} onChange={set('title')} />
      <TextArea
        label="Description (optional)"
        rows={2}
        countLimit={MAX_DESCRIPTION_CHARACTERS}
        value={typed.description}
        onChange={set('description')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Tags"
          hint="Separated by commas."
          error={explainTags(typed.tags)}
          value={typed.tags}
          onChange={set('tags')}
        />
        <TextField
          label="Folder"
          hint="Only you can see it."
          maxLength={MAX_FOLDER_CHARACTERS}
          list="prompt-folders"
          autoComplete="off"
          value={typed.folder}
          onChange={set('folder')}
        />
      </div>
      <datalist id="prompt-folders">
        {folders.map((folder) => (
          <option key={folder} value={folder} />
        ))}
      </datalist>
      <TextField
        label="What did you change? (optional)"
        hint="Shown in the list of versions."
        maxLength={MAX_NOTE_CHARACTERS}
        value={typed.note}
        onChange={set('note')}
      />
      <Checkbox
        label="Make this prompt public"
        checked={typed.isPublic}
        onChange={({ currentTarget: { checked } }) => onChange({ isPublic: checked })}
      />
    </>
  );
}

type ConflictProps = {
  other: SavedPrompt;
  mine: string;
  onKeepMine: () => void;
  onTakeOther: () => void;
};

/** Shows two versions of a prompt and asks which one to keep. */
function Conflict({ other, mine, onKeepMine, onTakeOther }: ConflictProps) {
  return (
    <section aria-label="Both versions" className="flex flex-col gap-3 rounded-2 border border-line p-3">
      <Diff
        before={other.content}
        after={mine}
        view="split"
        titles={['Saved elsewhere', 'Yours']}
        className="max-h-60 overflow-y-auto text-s"
      />
      <div className="flex flex-wrap gap-2">
        <Button size="s" onClick={onKeepMine}>
          Keep mine
        </Button>
        <Button size="s" onClick={onTakeOther}>
          Use the saved version
        </Button>
      </div>
    </section>
  );
}
