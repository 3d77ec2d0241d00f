import { Form, type FormProps } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { focusIfLost } from '../focus-if-lost';

type Props = Pick<FormProps, 'aria-label' | 'className' | 'preventScrollReset' | 'children'> & {
  /** The current query. When it changes, the fields are reset, unless the user has typed since submitting. */
  query: string;
};

const SUBMIT = '[type=submit]';

/** The field values as one comparable string. */
const readFields = (form: HTMLFormElement): string =>
  [...new FormData(form)]
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : ''}`)
    .join('\n');

/**
 * A filter form whose fields are the URL's query, so it works without JavaScript. The focused control keeps the focus
 * although the form is rendered anew.
 */
export function FilterForm({ query, children, ...rest }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const pressed = useRef<string>();
  const sent = useRef<string>();
  const shown = useRef(query);
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (shown.current === query) return;
    shown.current = query;
    const isTypedIn = sent.current !== undefined && form.current && sent.current !== readFields(form.current);
    sent.current = undefined;
    if (isTypedIn) pressed.current = undefined;
    else setRound((count) => count + 1);
  }, [query]);
  useEffect(() => {
    const { current: selector } = pressed;
    pressed.current = undefined;
    if (selector === undefined) return undefined;
    const find = (wanted: string) => form.current?.querySelector<HTMLElement>(wanted) ?? null;
    return focusIfLost({ current: find(selector) ?? find(SUBMIT) });
  }, [round]);
  const remember = () => {
    const name = document.activeElement?.getAttribute('name');
    pressed.current = name ? `[name="${name}"]:not([type=hidden])` : SUBMIT;
  };
  return (
    <Form
      key={round}
      ref={form}
      method="get"
      role="search"
      onSubmit={({ currentTarget }) => {
        remember();
        sent.current = readFields(currentTarget);
      }}
      // Enter may only pick a suggestion, which submits nothing.
      onKeyDownCapture={({ key }) => {
        if (key === 'Enter') remember();
      }}
      {...rest}
    >
      {children}
    </Form>
  );
}
