import { useRef, type ComponentPropsWithoutRef, type RefObject } from 'react';
import { useIsomorphicLayoutEffect } from '~/core/browser/use-isomorphic-layout-effect';

type Props = Omit<ComponentPropsWithoutRef<'textarea'>, 'value' | 'defaultValue'> & {
  text: string;
  fieldRef: RefObject<HTMLTextAreaElement>;
};

/**
 * The field of the prompt. Uncontrolled, because React writes a controlled value into the document as well, after each
 * key: in a long text this takes as long as the key itself.
 */
export function PromptField({ text, fieldRef, ...rest }: Props) {
  const shown = useRef('');
  useIsomorphicLayoutEffect(() => {
    const field = fieldRef.current;
    // Not at first, when the field may have text that was typed before hydration.
    if (field && text !== shown.current && text !== field.value) field.value = text;
    shown.current = text;
  }, [text, fieldRef]);
  return <textarea ref={fieldRef} dir="auto" {...rest} />;
}
