import { useContext, useLayoutEffect, useRef, type RefObject } from 'react';
import { DiscardedTextsContext, type DiscardedFields } from '../discarded-texts';

/** Text fields, except passwords, also those shown as text. */
const TEXT_FIELDS =
  ':is(textarea, input:is([type=text], [type=email], [type=url])):not([role=combobox], [autocomplete*=password])';

type Field = HTMLInputElement | HTMLTextAreaElement;

const fieldsIn = (form: Element | null): Field[] => [...(form?.querySelectorAll<Field>(TEXT_FIELDS) ?? [])];
const nameOf = (field: Field): string => field.labels?.[0]?.textContent.trim() ?? field.name;

/**
 * Saves the text of a form that is closed without being submitted, for a day. Nothing is saved if `place` is undefined.
 * `restore` fills the fields as if the text were typed.
 */
export function useUnsentText(place: string | undefined, form: RefObject<HTMLElement>) {
  const { keep } = useContext(DiscardedTextsContext);
  const state = useRef<'untouched' | 'written' | 'sent'>('untouched');
  // A layout effect, because the fields still exist in its cleanup.
  useLayoutEffect(
    () => () => {
      if (place === undefined || state.current !== 'written') return;
      keep(place, Object.fromEntries(fieldsIn(form.current).map((field) => [nameOf(field), field.value])));
    },
    [place, form, keep],
  );
  return {
    /** Only multi-line texts are worth saving. */
    onInput: ({ target }: { target: EventTarget }) => {
      if (target instanceof HTMLTextAreaElement) state.current = 'written';
    },
    onSubmit: () => {
      state.current = 'sent';
    },
    /** Closed after submitting, which may have failed. */
    onClose: () => {
      if (state.current === 'sent') state.current = 'written';
    },
    restore: (fields: DiscardedFields) => {
      for (const field of fieldsIn(form.current)) type(field, fields[nameOf(field)]);
    },
  };
}

/** React only notices changes made through the native setter and an event. */
function type(field: Field, text: string | undefined): void {
  if (text === undefined || text === field.value) return;
  const { prototype } = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
