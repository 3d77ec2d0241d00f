import { Select } from '~/ui/form/select';
import { TextArea } from '~/ui/form/text-area';
import { TextField } from '~/ui/form/text-field';
import { fieldProps } from '~/ui/form/use-form';
import type { ListedProvider } from './read-models-page.server';
import type { Protocol } from './schema';

type Field = Parameters<typeof fieldProps>[0];

/** Labels of the protocols of custom providers. */
const KINDS: readonly { value: Protocol; label: string }[] = [
  { value: 'openai-compatible', label: 'OpenAI chat completions' },
  { value: 'openai-responses', label: 'OpenAI Responses' },
  { value: 'anthropic-messages', label: 'Anthropic Messages' },
  { value: 'azure', label: 'Azure OpenAI' },
  { value: 'bedrock', label: 'Amazon Bedrock' },
  { value: 'vertex', label: 'Google Vertex AI' },
];

export const KEY_HINTS_BY_KIND: Readonly<Record<string, string>> = {
  bedrock: 'A Bedrock API key, or access key ID:secret access key.',
  vertex: 'The JSON key file of a service account.',
};

export function ProviderKindField({
  field,
  value,
  onChange,
}: {
  field: Field;
  value: string;
  onChange: (kind: string) => void;
}) {
  const { id, name, error } = fieldProps(field);
  return (
    <Select
      id={id}
      name={name}
      error={error}
      label="API"
      hint="What the server speaks. It can’t be changed later."
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {KINDS.map((kind) => (
        <option key={kind.value} value={kind.value}>
          {kind.label}
        </option>
      ))}
    </Select>
  );
}

/** Fields that some kinds of providers need besides URL and key, and optional ones. */
export function ProviderConnectionFields({
  kind,
  fields,
  provider,
}: {
  kind: string;
  fields: Record<'apiVersion' | 'region' | 'project' | 'furtherKeys' | 'headers', Field>;
  provider?: ListedProvider;
}) {
  const stored = provider ? ' Leave empty to keep what’s stored; enter “none” to remove it.' : '';
  const storedKeys = Math.max(0, (provider?.keys.length ?? 0) - 1);
  return (
    <>
      {kind === 'azure' ? (
        <TextField
          {...fieldProps(fields.apiVersion)}
          label="API version"
          hint="Such as 2024-10-21. Leave empty for Azure’s v1 API."
          autoComplete="off"
        />
      ) : null}
      {kind === 'bedrock' || kind === 'vertex' ? (
        <TextField
          {...fieldProps(fields.region)}
          label="Region"
          hint={kind === 'bedrock' ? 'Such as us-east-1.' : 'Such as europe-west4, or global.'}
          autoComplete="off"
          autoCapitalize="none"
        />
      ) : null}
      {kind === 'vertex' ? (
        <TextField
          {...fieldProps(fields.project)}
          label="Project ID"
          hint="Leave empty for the service account’s own project."
          autoComplete="off"
          autoCapitalize="none"
        />
      ) : null}
      <details className="text-s">
        <summary className="cursor-pointer font-medium">More keys and headers</summary>
        <div className="mt-3 flex flex-col gap-4">
          <TextArea
            {...fieldProps(fields.furtherKeys)}
            label="Further keys"
            hint={`One per line, used in turn with the first.${storedKeys > 0 ? ` ${String(storedKeys)} stored.` : ''}${stored}`}
            rows={2}
            autoComplete="off"
            spellCheck={false}
          />
          <TextArea
            {...fieldProps(fields.headers)}
            label="Extra headers"
            hint={`One per line, such as X-Team: support.${provider?.headerNames.length ? ` Stored: ${provider.headerNames.join(', ')}.` : ''}${stored}`}
            rows={2}
            autoComplete="off"
            spellCheck={false}
          />
        </div>
      </details>
    </>
  );
}
