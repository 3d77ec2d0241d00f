import { Form, type FormProps } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { focusIfLost } from '../focus-if-lost';

type Props = Pick<FormProps, 'aria-label' | 'className' | 'preventScrollReset' | 'children'> & {
  /** What the address asks for. When that changes, the fields begin anew. */
  asked: string;
};

const SUBMIT = '[type=submit]';

/** Fields that are the address: works without scripts. What was pressed keeps the focus, though it is drawn anew. */
export function FilterForm({ asked, children, ...rest }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const pressed = useRef<string>();
  useEffect(() => {
    const { current: selector } = pressed;
    pressed.current = undefined;
    if (selector === undefined) return undefined;
    const find = (wanted: string) => form.current?.querySelector<HTMLElement>(wanted) ?? null;
    return focusIfLost({ current: find(selector) ?? find(SUBMIT) });
  }, [asked]);
  const remember = () => {
    const name = document.activeElement?.getAttribute('name');
    pressed.current = name ? `[name="${name}"]:not([type=hidden])` : SUBMIT;
  };
  return (
    <Form
      key={asked}
      ref={form}
      method="get"
      role="search"
      onSubmit={remember}
      // A suggestion may be chosen, which sends nothing.
      onKeyDownCapture={({ key }) => {
        if (key === 'Enter') remember();
      }}
      {...rest}
    >
      {children}
    </Form>
  );
}
