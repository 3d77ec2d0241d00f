import { useState, type FormEvent } from 'react';
import { fetchApi, serverMessageOr } from '~/core/browser/call-api';
import { download } from '~/core/browser/download';
import { EXPORT_FORMAT_LABELS, EXPORT_FORMATS, type ExportFormat } from '~/core/shared/export-formats';
import { Button } from '~/ui/button';
import { Select } from '~/ui/form/select';
import { showToast } from '~/ui/overlay/toast';

type Props = {
  /** The page's filters; the file contains the same lines. */
  filters: Readonly<Record<string, string>>;
  preferred: ExportFormat;
  isFreePlan: boolean;
};

const FAILURE = 'The history could not be exported. Please try again.';

/** Exports the history. Without JavaScript the form requests the API directly. */
export function ExportHistory({ filters, preferred, isFreePlan }: Props) {
  const [isBusy, setIsBusy] = useState(false);
  const formats = isFreePlan ? (['txt'] as const) : EXPORT_FORMATS;
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = [...new FormData(form)].flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    );
    setIsBusy(true);
    const failure = await fetchFile(`${form.action}?${new URLSearchParams(fields).toString()}`);
    setIsBusy(false);
    if (failure !== null) showToast('error', failure);
  };
  return (
    <form
      method="get"
      action="/api/billing/ledger/export"
      aria-label="Export the history"
      className="flex items-end gap-2"
      onSubmit={(event) => void save(event)}
    >
      {Object.entries(filters).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Select
        label="Format"
        isLabelHidden
        name="format"
        defaultValue={isFreePlan ? 'txt' : preferred}
        title={isFreePlan ? 'The other formats come with Pro.' : undefined}
      >
        {formats.map((format) => (
          <option key={format} value={format}>
            {EXPORT_FORMAT_LABELS[format]}
          </option>
        ))}
      </Select>
      <Button type="submit" isBusy={isBusy} className="min-h-11 sm:min-h-9">
        Export
      </Button>
    </form>
  );
}

/** Downloads the file; returns an error message, or null on success. */
async function fetchFile(address: string): Promise<string | null> {
  try {
    await download(await fetchApi(address));
    return null;
  } catch (error) {
    return serverMessageOr(error, FAILURE);
  }
}
