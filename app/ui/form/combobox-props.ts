import type { FieldProps } from './field';
import type { Suggest, Suggestion } from './use-suggestions';

export type ComboboxProps = FieldProps & {
  suggest: Suggest;
  id?: string;
  name?: string;
  required?: boolean;
  disabled?: boolean;
  placeholder?: string;
  className?: string;
  value?: string;
  defaultValue?: string;
  /** Called for any text, typed or chosen. */
  onValueChange?: (text: string) => void;
  /** Called when a suggestion is chosen. */
  onChoose?: (suggestion: Suggestion) => void;
  /** Minimum number of characters before suggestions are requested. */
  minLength?: number;
  delayMs?: number;
};

export type LoadedComboboxProps = Omit<ComboboxProps, 'value' | 'defaultValue' | 'onValueChange' | 'id'> & {
  id: string;
  text: string;
  onTextChange: (text: string) => void;
};
