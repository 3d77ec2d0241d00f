import { useContext, useLayoutEffect, useRef, type RefObject } from 'react';
import { DiscardedTextsContext, type DiscardedFields } from '../discarded-texts';

/** What somebody writes, but no secrets. */
const WRITTEN = ':is(textarea, input:is([type=text], [type=email], [type=url])):not([role=combobox])';

type Field = HTMLInputElement | HTMLTextAreaElement;

const fieldsIn = (form: Element | null): Field[] => [...(form?.querySelectorAll<Field>(WRITTEN) ?? [])];
const nameOf = (field: Field): string => field.labels?.[0]?.textContent.trim() ?? field.name;

/**
 * Keeps what was written in a form that goes without having been sent, for a day. `place` is undefined where nothing is
 * kept. `restore` puts it back into the fields as if it were typed.
 */
export function useWritten(place: string | undefined, form: RefObject<HTMLElement>) {
  const { keep } = useContext(DiscardedTextsContext);
  const state = useRef<'untouched' | 'written' | 'sent'>('untouched');
  // In the layout phase the fields are still there.
  useLayoutEffect(
    () => () => {
      if (place === undefined || state.current !== 'written') return;
      keep(place, Object.fromEntries(fieldsIn(form.current).map((field) => [nameOf(field), field.value])));
    },
    [place, form, keep],
  );
  return {
    /** A name or an address alone is typed again in a moment. */
    onInput: ({ target }: { target: EventTarget }) => {
      if (target instanceof HTMLTextAreaElement) state.current = 'written';
    },
    onSubmit: () => {
      state.current = 'sent';
    },
    /** It is left, with what may have been sent in vain. */
    onClose: () => {
      if (state.current === 'sent') state.current = 'written';
    },
    restore: (fields: DiscardedFields) => {
      for (const field of fieldsIn(form.current)) type(field, fields[nameOf(field)]);
    },
  };
}

/** React listens to the browser's own setter and event. */
function type(field: Field, text: string | undefined): void {
  if (text === undefined || text === field.value) return;
  const { prototype } = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
