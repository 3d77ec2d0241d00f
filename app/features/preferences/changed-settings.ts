import type { FieldSchema } from './preferences-form';

type Texts<Name extends string> = Record<Name, string>;

/** Settings whose edited value differs from the stored one. Numbers are compared by value: "0.5" equals "0.50". */
export const changedIn = <Name extends string>(
  shape: Readonly<Record<Name, FieldSchema>>,
  stored: Texts<Name>,
  edits: Partial<Texts<Name>>,
): Name[] =>
  (Object.keys(shape) as Name[]).filter((name) => {
    const edit = edits[name];
    return edit !== undefined && meaningOf(shape[name], edit) !== meaningOf(shape[name], stored[name]);
  });

function meaningOf(field: FieldSchema, text: string): string {
  const read = field.safeParse(text === '' ? undefined : text);
  return read.success ? `means ${JSON.stringify(read.data)}` : `reads ${text}`;
}
