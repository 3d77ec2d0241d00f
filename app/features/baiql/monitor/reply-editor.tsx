import type { ItemDetail } from '../runs/responses';
import { keepDiscarded } from '~/core/browser/discarded';
import { textsOf, type FieldTexts } from './field-values';
import type { ReplyDrafts } from './reply-drafts';
import { ReplyForm } from './reply-form';
import { ReplyTextForm } from './reply-text-form';

interface Props {
  item: ItemDetail;
  /** The correction that is not in the files yet, or the reply. */
  current: string;
  drafts: ReplyDrafts;
  error: string | null;
  fieldErrors: FieldTexts;
  isBusy: boolean;
  /** Resolves to whether it was saved. */
  onSave: (reply: string) => Promise<boolean>;
  onClose: () => void;
}

/** Where drafts of an item's reply are kept: of its text, and of the form of its fields. */
export const draftPlaces = ({ batch, number }: Pick<ItemDetail, 'batch' | 'number'>) => {
  const text = `${String(batch)}/${String(number)}`;
  return { text, fields: `${text}/fields` };
};

export const hasDraft = (drafts: ReplyDrafts, item: ItemDetail): boolean =>
  Object.values(draftPlaces(item)).some((place) => drafts.get(place) !== undefined);

/** Edits a reply: in a form of its fields, or as a text if it has none. Drafts survive until saved or canceled. */
export function ReplyEditor({ item, current, drafts, error, fieldErrors, isBusy, onSave, onClose }: Props) {
  const places = draftPlaces(item);
  const { fields } = item;
  const isText = fields === null || drafts.get(places.text) !== undefined;
  const place = isText ? places.text : places.fields;

  function close(): void {
    drafts.delete(place);
    onClose();
  }

  async function save(reply: string): Promise<void> {
    const sent = drafts.get(place);
    const isDone = await onSave(reply);
    // Text typed while the request was in flight isn't saved yet.
    if (isDone && drafts.get(place) === sent) close();
  }

  function cancel(texts: FieldTexts | null, initial: FieldTexts): void {
    if (texts !== null && JSON.stringify(texts) !== JSON.stringify(initial))
      keepDiscarded(drafts.discardedAt(place), texts);
    close();
  }

  if (isText) {
    const typed = drafts.get(place);
    return (
      <ReplyTextForm
        text={typed ?? current}
        error={error}
        isBusy={isBusy}
        onType={(text) => drafts.set(place, text)}
        onSave={(reply) => void save(reply)}
        onCancel={() => {
          const now = drafts.get(place);
          cancel(now === undefined ? null : { Reply: now }, { Reply: current });
        }}
      />
    );
  }
  const initial = textsOf(fields);
  return (
    <ReplyForm
      fields={fields}
      typed={{ ...initial, ...readDraft(drafts.get(place)) }}
      error={error}
      fieldErrors={fieldErrors}
      isBusy={isBusy}
      onType={(texts) => drafts.set(place, JSON.stringify(texts))}
      onSave={(reply) => void save(reply)}
      onCancel={() => {
        const typed = readDraft(drafts.get(place));
        cancel(Object.keys(typed).length === 0 ? null : { ...initial, ...typed }, initial);
      }}
    />
  );
}

/** Only `onType` above writes these. */
const readDraft = (stored: string | undefined): FieldTexts =>
  stored === undefined ? {} : (JSON.parse(stored) as FieldTexts);
