import { getFormProps, type FormMetadata } from '@conform-to/react';
import { Form as PageForm, useNavigation, type FetcherWithComponents } from '@remix-run/react';
import { createContext, useContext, useEffect, useRef, type ReactNode } from 'react';
import { Button, type ButtonProps } from '../button';
import { cx } from '../cx';
import { Notice } from '../notice';

const SendingContext = createContext(false);

type Props<Schema extends Record<string, unknown>> = {
  form: FormMetadata<Schema>;
  /** Identifies the form within its page; the action reads it as `intent`. Not needed if the page has only one. */
  intent?: string;
  /** Submits without navigating. */
  fetcher?: FetcherWithComponents<unknown>;
  action?: string;
  className?: string;
  children: ReactNode;
};

/**
 * Connects fields to their form. Form-level errors appear at the top and get the focus; otherwise the first invalid
 * field does. The SubmitButton is busy while the form is being submitted.
 */
export function Form<Schema extends Record<string, unknown>>({
  form,
  intent,
  fetcher,
  action,
  className,
  children,
}: Props<Schema>) {
  const navigation = useNavigation();
  const { state, formData } = fetcher ?? navigation;
  const isSending =
    state !== 'idle' && formData !== undefined && (formData.get('intent') ?? undefined) === intent;
  const notice = useRef<HTMLDivElement>(null);
  const wasSending = useRef(false);
  useEffect(() => {
    if (wasSending.current && !isSending) notice.current?.focus();
    wasSending.current = isSending;
  }, [isSending]);

  const Element = fetcher?.Form ?? PageForm;
  return (
    <Element
      method="post"
      {...getFormProps(form)}
      {...(action === undefined ? {} : { action })}
      aria-busy={isSending || undefined}
      className={cx('flex flex-col gap-5', className)}
    >
      {intent === undefined ? null : <input type="hidden" name="intent" value={intent} />}
      {form.errors && form.errors.length > 0 ? (
        <div ref={notice} tabIndex={-1} className="rounded-1">
          <Notice tone="bad">{form.errors.join('. ')}</Notice>
        </div>
      ) : null}
      <SendingContext.Provider value={isSending}>{children}</SendingContext.Provider>
    </Element>
  );
}

/** Submits its form. Busy while that is in progress. */
export function SubmitButton({ variant = 'primary', ...rest }: Omit<ButtonProps, 'type'>) {
  const isSending = useContext(SendingContext);
  return <Button type="submit" variant={variant} isBusy={isSending} {...rest} />;
}
