import { useId, useState, type ReactNode } from 'react';
import { Button } from '../button';
import { Notice } from '../notice';
import { PasswordField } from '../form/password-field';
import { TextField } from '../form/text-field';
import { Dialog } from './dialog';

type Props = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** A question that names the object: "Delete “Lesson plan”?" */
  title: ReactNode;
  /** The loss by name and number, and that it can't be undone. */
  children: ReactNode;
  /** Label of the button: "Delete prompt". */
  confirmLabel: string;
  cancelLabel?: string;
  /** Required before confirming: a word to type, or the password. */
  proof?: { kind: 'word'; word: string } | { kind: 'password' };
  /** Receives the typed proof. */
  onConfirm: (proof: string) => void;
  isBusy?: boolean;
  error?: string | undefined;
};

/** Confirms a destructive action. Cancel gets the focus, unless there is an input. */
export function ConfirmDialog({ isOpen, onOpenChange, title, isBusy = false, ...rest }: Props) {
  if (!isOpen) return null;
  return <OpenConfirmDialog {...{ onOpenChange, title, isBusy }} {...rest} />;
}

function OpenConfirmDialog({
  onOpenChange,
  title,
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  proof,
  onConfirm,
  isBusy,
  error,
}: Omit<Props, 'isOpen' | 'isBusy'> & { isBusy: boolean }) {
  const formId = useId();
  const [typed, setTyped] = useState('');
  const [complaint, setComplaint] = useState<string>();

  function confirm() {
    if (proof?.kind === 'word' && typed.trim() !== proof.word)
      setComplaint(`Type “${proof.word}” to continue.`);
    else if (proof?.kind === 'password' && typed === '') setComplaint('Enter your password.');
    else onConfirm(typed.trim());
  }
  const field = {
    value: typed,
    error: complaint,
    onChange: (event: { currentTarget: { value: string } }) => {
      setTyped(event.currentTarget.value);
      setComplaint(undefined);
    },
  };
  return (
    <Dialog
      isOpen
      isLocked={isBusy}
      isDanger
      onOpenChange={onOpenChange}
      title={title}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)} disabled={isBusy}>
            {cancelLabel}
          </Button>
          <Button type="submit" form={formId} variant="danger" isBusy={isBusy}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4 text-s"
        onSubmit={(event) => {
          event.preventDefault();
          confirm();
        }}
      >
        {error ? <Notice tone="bad">{error}</Notice> : null}
        <div className="flex flex-col gap-2 text-pretty">{children}</div>
        {proof?.kind === 'word' ? (
          <TextField
            label={
              <>
                Type <b className="font-semibold">{proof.word}</b> to confirm
              </>
            }
            autoComplete="off"
            {...field}
          />
        ) : null}
        {proof?.kind === 'password' ? (
          <PasswordField label="Password" autoComplete="current-password" {...field} />
        ) : null}
      </form>
    </Dialog>
  );
}
