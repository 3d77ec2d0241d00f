import { firstGrapheme } from '@promptwell/text/first-grapheme';
import { useMemo, useRef, useState } from 'react';
import { Button } from '~/ui/button';
import { Select } from '~/ui/form/select';
import { TextArea } from '~/ui/form/text-area';
import { TextField } from '~/ui/form/text-field';
import { Dialog } from '~/ui/overlay/dialog';
import { ScrollRegion } from '~/ui/scroll-region';
import { fillVariables, parseVariables, type Variable } from './parse-variables';

type Props = {
  title: string;
  /** A prompt with variables. */
  content: string;
  /** Label of the submit button: "Use". */
  submitLabel?: string;
  /** A second action next to it. */
  other?: { label: string; onFill: (text: string) => void };
  onFill: (text: string) => void;
  onClose: () => void;
};

/** A form for a prompt's variables. Only for prompts that have some. */
export function VariablesForm({ title, content, submitLabel = 'Use', other, onFill, onClose }: Props) {
  const parsed = useMemo(() => parseVariables(content), [content]);
  const [values, setValues] = useState<Record<string, string>>(() =>
    Object.fromEntries(parsed.variables.map(({ name, defaultValue = '' }) => [name, defaultValue])),
  );
  const [isTried, setIsTried] = useState(false);
  const { text, complaints } = fillVariables(parsed, values);
  const form = useRef<HTMLFormElement>(null);
  const use = (fill: (text: string) => void) => {
    setIsTried(true);
    const wrong = parsed.variables.find(({ name }) => complaints[name] !== undefined);
    const field = wrong && form.current?.elements.namedItem(wrong.name);
    if (!wrong) fill(text);
    else if (field instanceof HTMLElement) field.focus();
  };
  return (
    <Dialog
      isOpen
      size="m"
      onOpenChange={onClose}
      title="Fill in the variables"
      description={title}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {other ? <Button onClick={() => use(other.onFill)}>{other.label}</Button> : null}
          <Button type="submit" form="fill-variables" variant="primary">
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id="fill-variables"
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          use(onFill);
        }}
      >
        {parsed.variables.map((variable) => (
          <VariableField
            key={variable.name}
            variable={variable}
            value={values[variable.name] ?? ''}
            error={isTried ? complaints[variable.name] : undefined}
            onChange={(value) => setValues((before) => ({ ...before, [variable.name]: value }))}
          />
        ))}
        <div>
          <p className="text-s font-medium">Preview</p>
          <ScrollRegion
            label="Preview"
            className="mt-1 max-h-40 overflow-y-auto rounded-1 bg-sunken p-3 text-s wrap-anywhere whitespace-pre-wrap"
          >
            <p dir="auto">{text}</p>
          </ScrollRegion>
        </div>
      </form>
    </Dialog>
  );
}

type FieldProps = {
  variable: Variable;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

function VariableField({ variable, value, error, onChange }: FieldProps) {
  const first = firstGrapheme(variable.name);
  const label = first.toUpperCase() + variable.name.slice(first.length);
  const field = {
    name: variable.name,
    label,
    error,
    value,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  switch (variable.kind) {
    case 'select':
      return (
        <Select {...field}>
          <option value="">Choose one</option>
          {variable.options.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </Select>
      );
    case 'long':
      return <TextArea {...field} rows={4} />;
    case 'number':
      return <TextField {...field} inputMode="decimal" autoComplete="off" />;
    case 'text':
      return <TextField {...field} autoComplete="off" />;
  }
}
