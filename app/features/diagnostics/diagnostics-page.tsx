import { useState } from 'react';
import { fetchApi, messageOf, readAnswer } from '~/core/browser/call-api';
import { AdminFrame } from '~/features/admin';
import { Button } from '~/ui/button';
import { ButtonLink } from '~/ui/button-link';
import { CodeBlock } from '~/ui/code-block';
import { FileDrop } from '~/ui/form/file-drop';
import { NumberField } from '~/ui/form/number-field';
import { TextField } from '~/ui/form/text-field';
import { formatCount } from '~/ui/format-count';
import { Notice } from '~/ui/notice';
import { Section } from '~/ui/page/section';
import { StatGrid, StatTile } from '~/ui/page/stat-tile';
import { ocrTestSchema, type OcrTest } from './responses';
import { MAX_OCR_PAGES, DEFAULT_OCR_PAGES } from './schema';

function useFileTest<Result>(
  address: string,
  missing: string,
  read: (response: Response) => Promise<Result>,
) {
  const [state, setState] = useState<{ isBusy: boolean; failure?: string; result?: Result }>({
    isBusy: false,
  });
  const start = async (form: FormData): Promise<void> => {
    const file = form.get('file');
    if (!(file instanceof File) || file.size === 0) {
      setState({ isBusy: false, failure: missing });
      return;
    }
    setState({ isBusy: true });
    try {
      setState({ isBusy: false, result: await read(await fetchApi(address, { body: form })) });
    } catch (error) {
      setState({ isBusy: false, failure: messageOf(error) });
    }
  };
  return { ...state, start };
}

export function DiagnosticsPage() {
  return (
    <AdminFrame
      title="Diagnostics"
      lead="Test how documents are read. Files are processed in isolation and aren’t kept."
      actions={<ButtonLink to="/admin/health">Health</ButtonLink>}
    >
      <OcrTestSection />
      <HeicTestSection />
    </AdminFrame>
  );
}

const readOcr = (response: Response) => readAnswer(response, ocrTestSchema);

function OcrTestSection() {
  const { isBusy, failure, result, start } = useFileTest(
    '/api/diagnostics/ocr-test',
    'Select a PDF',
    readOcr,
  );
  return (
    <Section
      title="OCR test"
      lead="Reads the first pages of a PDF. Pages without text go through text recognition."
    >
      <form
        noValidate
        className="flex max-w-140 flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void start(new FormData(event.currentTarget));
        }}
      >
        <FileDrop
          label="Choose a PDF"
          name="file"
          accept=".pdf,application/pdf"
          hint="One PDF, up to 25 MB"
        />
        <div className="grid grid-cols-2 gap-4">
          <NumberField
            label="Page limit"
            name="limit"
            min={1}
            max={MAX_OCR_PAGES}
            defaultValue={DEFAULT_OCR_PAGES}
            hint={`1 to ${String(MAX_OCR_PAGES)}`}
          />
          <TextField label="Languages" name="langs" defaultValue="eng" hint="For example, eng or eng+spa" />
        </div>
        <Button type="submit" variant="primary" className="self-start" isBusy={isBusy}>
          Run OCR test
        </Button>
      </form>
      <div role="status" className="mt-4 flex flex-col gap-4">
        {failure === undefined ? null : <Notice tone="bad">{failure}</Notice>}
        {result ? <OcrResult {...result} /> : null}
      </div>
    </Section>
  );
}

function OcrResult({ ok, length, ms, pageCount, processed, nonEmptyPages, perPage, preview }: OcrTest) {
  return (
    <>
      {ok ? null : <Notice tone="warn">No text was found on these pages.</Notice>}
      <StatGrid label="OCR test">
        <StatTile label="Pages read" value={`${formatCount(processed)} of ${formatCount(pageCount)}`} />
        <StatTile label="Pages with text" value={formatCount(nonEmptyPages)} />
        <StatTile label="Characters" value={formatCount(length)} />
        <StatTile label="Time" value={`${(ms / 1000).toFixed(1)} s`} />
      </StatGrid>
      <CodeBlock
        title={`Pages: ${perPage
          .map((page) => `${String(page.page)}${page.ocrUsed ? ' (OCR)' : ''}: ${formatCount(page.length)}`)
          .join(' · ')}`}
        code={preview}
        wraps
      />
    </>
  );
}

const readImage = async (response: Response) => URL.createObjectURL(await response.blob());

function HeicTestSection() {
  const { isBusy, failure, result, start } = useFileTest(
    '/api/diagnostics/heic-convert-blob',
    'Select a HEIC',
    readImage,
  );
  return (
    <Section title="HEIC conversion test" lead="Turns an iPhone photo into a PNG.">
      <form
        noValidate
        className="flex max-w-140 flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void start(new FormData(event.currentTarget));
        }}
      >
        <FileDrop
          label="Choose a HEIC image"
          name="file"
          accept=".heic,.heif"
          hint="One image, up to 20 MB"
        />
        <Button type="submit" className="self-start" isBusy={isBusy}>
          Convert
        </Button>
      </form>
      <div role="status" className="mt-4">
        {failure === undefined ? null : <Notice tone="bad">{failure}</Notice>}
        {result === undefined ? null : (
          <img src={result} alt="Converted from HEIC" className="max-h-100 max-w-full rounded-1" />
        )}
      </div>
    </Section>
  );
}
