import { DateField } from '../date/date-field';
import { DateRange } from '../date/date-range';
import { lastDays } from '../date/day-range';
import { Checkbox } from '../form/checkbox';
import { Combobox } from '../form/combobox';
import { FileDrop } from '../form/file-drop';
import { MultiSelect } from '../form/multi-select';
import { NumberField } from '../form/number-field';
import { PasswordField } from '../form/password-field';
import { RadioGroup } from '../form/radio-group';
import { SegmentedControl } from '../form/segmented-control';
import { Select } from '../form/select';
import { Slider } from '../form/slider';
import { Switch } from '../form/switch';
import { TextArea } from '../form/text-area';
import { TextField } from '../form/text-field';
import type { Suggest } from '../form/use-suggestions';

const ignore = () => undefined;
const suggestNothing: Suggest = () => Promise.resolve([]);

/** Outcomes of a suggestion request other than success. Type two letters to see them. */
const ANSWERS: readonly { label: string; suggest: Suggest }[] = [
  { label: 'Suggestions that take long', suggest: () => new Promise(ignore) },
  { label: 'Suggestions of none', suggest: suggestNothing },
  { label: 'Suggestions that fail', suggest: () => Promise.reject(new Error('The server did not answer.')) },
];

const KEEP = [{ value: 'keep', label: 'Keep' }] as const;
const DISABLED = [
  { value: 'keep', label: 'Keep', isDisabled: true },
  { value: 'never', label: 'Never', isDisabled: true },
] as const;

/** Every field with an error, every field that can be disabled, and failing suggestions. */
export function KitFieldStates({ today }: { today: string }) {
  return (
    <div className="grid gap-x-10 gap-y-8 lg:grid-cols-2">
      <div className="flex flex-col gap-5">
        <TextField label="Email to invite" defaultValue="ada@" error="That is not an email address." />
        <PasswordField label="New password" autoComplete="off" error="Enter 8 characters or more." />
        <NumberField label="Copies" min={1} max={9} defaultValue={12} error="At most 9." />
        <TextArea label="Reason" rows={2} error="Enter a reason." />
        <Select label="Provider" error="Choose a provider.">
          <option value="">Choose…</option>
        </Select>
        <Checkbox label="Terms of service" error="Agree, or we can’t go on." />
      </div>
      <div className="flex flex-col gap-5">
        <Combobox label="Subject" suggest={suggestNothing} error="Enter a subject." />
        <MultiSelect
          label="Readers"
          suggest={suggestNothing}
          value={[{ id: 'ada', label: 'Ada' }]}
          onChange={ignore}
          error="Choose two or more."
        />
        <DateField label="Due" defaultValue={today} error="Choose a later day." />
        <DateRange
          label="Too long a period"
          value={lastDays(45, today)}
          onChange={ignore}
          today={today}
          timeZone="UTC"
        />
        <RadioGroup label="Old replies" options={KEEP} error="Choose one." />
        <Slider label="Top P" min={0} max={100} defaultValue={100} error="At most 90." />
        <FileDrop label="Drop a roster here, or choose" hint="CSV" accept=".csv" error="Choose a file." />
      </div>
      <div className="flex flex-col gap-5">
        <TextField label="Name, disabled" defaultValue="Ada" disabled />
        <PasswordField label="Password, disabled" autoComplete="off" disabled />
        <NumberField label="Copies, disabled" defaultValue={3} disabled />
        <TextArea label="Reason, disabled" rows={2} defaultValue="It is out of date." disabled />
        <Select label="Model, disabled" disabled>
          <option>Nothing to choose</option>
        </Select>
        <Combobox label="Subject, disabled" suggest={suggestNothing} defaultValue="Physics" disabled />
        <MultiSelect
          label="Readers, full"
          hint="One at most."
          suggest={suggestNothing}
          value={[{ id: 'ada', label: 'Ada' }]}
          onChange={ignore}
          maxItems={1}
        />
        <RadioGroup label="Replies, disabled" options={DISABLED} defaultValue="keep" />
        <SegmentedControl label="View, disabled" segments={DISABLED} value="keep" onChange={ignore} />
        <Checkbox label="Checkbox, disabled" disabled />
        <Switch label="Switch, disabled" disabled />
        <Switch label="Switch that is on, disabled" defaultChecked disabled />
        <Slider label="Slider, disabled" min={0} max={100} defaultValue={40} disabled />
        <FileDrop label="Files, disabled" hint="CSV" accept=".csv" isDisabled />
        {ANSWERS.map(({ label, suggest }) => (
          <Combobox key={label} label={label} suggest={suggest} delayMs={50} />
        ))}
      </div>
    </div>
  );
}
