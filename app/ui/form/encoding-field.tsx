import { RadioGroup } from './radio-group';
import { Select } from './select';

interface Choice {
  encoding: string;
  isChosen: boolean;
  readings: readonly { encoding: string; sample: readonly string[] }[];
  others: readonly string[];
}

type Props = { name: string; choice: Choice; isBusy: boolean; onChoose: (encoding: string) => void };

/** How a text is read whose encoding is a guess: the likely readings to choose from, and all other encodings. */
export function EncodingField({ name, choice, isBusy, onChoose }: Props) {
  const { encoding, isChosen, readings, others } = choice;
  // Not disabled while busy, which would take the focus away.
  const choose = (each: string) => {
    if (!isBusy) onChoose(each);
  };
  const more = (
    <Select
      label={`Encoding of ${name}`}
      isLabelHidden
      value={others.includes(encoding) ? encoding : ''}
      className="max-w-60"
      onChange={(event) => {
        if (event.currentTarget.value !== '') choose(event.currentTarget.value);
      }}
    >
      <option value="">Another encoding…</option>
      {others.map((each) => (
        <option key={each} value={each}>
          {nameOf(each)}
        </option>
      ))}
    </Select>
  );
  if (readings.length < 2) {
    return (
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-s">
        <span>Read as {nameOf(encoding)}</span>
        {more}
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-2">
      <RadioGroup
        label="Which of these reads right?"
        // Until someone has chosen, none is selected: choosing the guess confirms it.
        value={isChosen ? encoding : ''}
        onChange={choose}
        options={readings.map(({ encoding: each, sample }) => ({
          value: each,
          label: <span className="wrap-anywhere">{sample.join(' · ')}</span>,
          description: each === encoding && !isChosen ? `${nameOf(each)}, as it is read now` : nameOf(each),
        }))}
      />
      {more}
    </div>
  );
}

/** Names that people know from Excel and editors. */
const NAMES: Readonly<Record<string, string>> = {
  'windows-1252': 'Western European (windows-1252)',
  'windows-1250': 'Central European (windows-1250)',
  'iso-8859-2': 'Central European (ISO 8859-2)',
  macintosh: 'Western European (Mac)',
  'windows-1254': 'Turkish (windows-1254)',
  'windows-1257': 'Baltic (windows-1257)',
  'windows-1251': 'Cyrillic (windows-1251)',
  'koi8-r': 'Cyrillic (KOI8-R)',
  'koi8-u': 'Cyrillic (KOI8-U)',
  ibm866: 'Cyrillic (DOS)',
  'x-mac-cyrillic': 'Cyrillic (Mac)',
  'iso-8859-5': 'Cyrillic (ISO 8859-5)',
  'windows-1253': 'Greek (windows-1253)',
  'windows-1255': 'Hebrew (windows-1255)',
  'windows-1256': 'Arabic (windows-1256)',
  'windows-874': 'Thai (windows-874)',
  shift_jis: 'Japanese (Shift_JIS)',
  'euc-jp': 'Japanese (EUC-JP)',
  'iso-2022-jp': 'Japanese (ISO-2022-JP)',
  gb18030: 'Simplified Chinese (GB18030)',
  gbk: 'Simplified Chinese (GBK)',
  big5: 'Traditional Chinese (Big5)',
  'euc-kr': 'Korean (EUC-KR)',
};

const nameOf = (encoding: string): string => NAMES[encoding] ?? encoding;
