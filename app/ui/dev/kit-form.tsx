import { useState } from 'react';
import * as z from 'zod';
import { Button } from '../button';
import { DateField } from '../date/date-field';
import { DateRange } from '../date/date-range';
import { lastDays } from '../date/day-range';
import { Checkbox } from '../form/checkbox';
import { Combobox } from '../form/combobox';
import { EmailField } from '../form/email-field';
import { FileDrop } from '../form/file-drop';
import { Form, SubmitButton } from '../form/form';
import { EncodingField } from '../form/encoding-field';
import { MultiSelect } from '../form/multi-select';
import { MoneyField, NumberField } from '../form/number-field';
import { PasswordField } from '../form/password-field';
import { RadioGroup } from '../form/radio-group';
import { SaveBar } from '../form/save-bar';
import { SegmentedControl } from '../form/segmented-control';
import { Select } from '../form/select';
import { Slider } from '../form/slider';
import { Switch } from '../form/switch';
import { TextArea } from '../form/text-area';
import { TextField } from '../form/text-field';
import { checkboxProps, fieldProps, useForm } from '../form/use-form';
import type { Suggest, Suggestion } from '../form/use-suggestions';

const schema = z.object({
  name: z.string('Enter a name.').min(2, 'A name has two letters at least.'),
  email: z.email('Enter an email address.'),
  tokens: z.coerce.number('Enter a number.').min(64, 'At least 64.').max(4096, 'At most 4,096.'),
  agrees: z.string('Agree, or we can’t go on.'),
});

const TOPICS = ['Photosynthesis', 'Photography', 'Fractions', 'The French Revolution', 'Poetry', 'Physics'];

const suggestTopics: Suggest = (text) =>
  Promise.resolve(
    TOPICS.filter((topic) => topic.toLowerCase().includes(text.toLowerCase())).map((topic) => ({
      id: topic.toLowerCase(),
      label: topic,
      description: 'Topic',
    })),
  );

export function KitForm({ today }: { today: string }) {
  const [form, fields] = useForm(schema, { defaultValue: { tokens: '1024' } });
  const [topics, setTopics] = useState<readonly Suggestion[]>([{ id: 'poetry', label: 'Poetry' }]);
  const [range, setRange] = useState(() => lastDays(7, today));
  const [view, setView] = useState<'list' | 'grid'>('list');
  return (
    <div className="grid gap-x-10 gap-y-8 lg:grid-cols-2">
      <Form form={form} className="max-w-140">
        <TextField label="Name" hint="As others see it." {...fieldProps(fields.name)} />
        <EmailField field={fields.email} />
        <NumberField
          label="Maximum tokens per reply"
          unit="tokens"
          min={64}
          max={4096}
          step={64}
          {...fieldProps(fields.tokens)}
        />
        <Checkbox label="I agree to the terms" {...checkboxProps(fields.agrees)} />
        <div className="flex gap-2">
          <SubmitButton>Save</SubmitButton>
          <Button variant="ghost">Cancel</Button>
        </div>
      </Form>
      <div className="flex max-w-140 flex-col gap-5">
        <PasswordField label="Password" autoComplete="new-password" />
        <MoneyField
          label="Daily limit"
          min={0}
          defaultValue={5}
          hint="Spending stops there until tomorrow."
        />
        <TextArea
          label="Prompt"
          countLimit={120}
          rows={2}
          defaultValue="Explain photosynthesis to a ten-year-old, with one example from a kitchen."
        />
        <Select label="Model" defaultValue="mini">
          <option value="mini">GPT-4o-mini</option>
          <option value="flash">Gemini 2.5 Flash</option>
        </Select>
      </div>
      <div className="flex max-w-140 flex-col gap-5">
        <Combobox label="Topic" suggest={suggestTopics} hint="Type two letters." delayMs={50} />
        <MultiSelect
          label="Tags"
          suggest={suggestTopics}
          value={topics}
          onChange={setTopics}
          allowsCustom
          delayMs={50}
        />
        <DateRange label="Period" value={range} onChange={setRange} today={today} timeZone="UTC" />
        <DateField label="Expires" hint="Empty for never." />
        <FileDrop
          label="Drop files here, or choose"
          hint="CSV or TXT, up to 1 MB each"
          accept=".csv,.txt"
          multiple
          maxBytes={1_048_576}
        />
      </div>
      <div className="flex max-w-140 flex-col gap-5">
        <Switch label="Warn at a low balance" hint="Below $1.00." defaultChecked />
        <Switch label="Off" />
        <Checkbox label="Checked" defaultChecked />
        <Checkbox label="Some of them" isIndeterminate hint="Two of five." />
        <RadioGroup
          label="Store replies"
          defaultValue="keep"
          options={[
            { value: 'keep', label: 'Keep', description: 'Until you delete them.' },
            { value: 'brief', label: '15 minutes', description: 'For a broken connection only.' },
            { value: 'never', label: 'Never', isDisabled: true },
          ]}
        />
        <EncodingField
          name="names.csv"
          isBusy={false}
          onChoose={() => undefined}
          choice={{
            encoding: 'windows-1252',
            isChosen: false,
            readings: [
              { encoding: 'windows-1252', sample: ['Þebnem'] },
              { encoding: 'windows-1254', sample: ['Şebnem'] },
            ],
            others: ['windows-1251'],
          }}
        />
        <Slider
          label="Temperature"
          min={0}
          max={2}
          step={0.1}
          defaultValue={0.7}
          format={(value) => value.toFixed(1)}
        />
        <SaveBar formId={form.id} intent="kit" count={2} outcome={null} onDiscard={() => undefined} />
        <SegmentedControl
          label="View"
          value={view}
          onChange={setView}
          segments={[
            { value: 'list', label: 'List' },
            { value: 'grid', label: 'Grid' },
          ]}
        />
      </div>
    </div>
  );
}
