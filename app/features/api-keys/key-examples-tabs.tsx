import { useState } from 'react';
import { CodeBlock } from '~/ui/code-block';
import { CopyButton } from '~/ui/copy-button';
import { Tabs } from '~/ui/tabs';
import { keyExamples, keySettings, type KeyPlace } from './key-examples';

/** Settings and lines to copy into a program, with the key or a placeholder. */
export function KeyExamplesTabs(place: KeyPlace) {
  const [shown, setShown] = useState('settings');
  const examples = keyExamples(place).map(({ value, label, title, code }) => ({
    value,
    label,
    content: (
      <div className="pt-3">
        <CodeBlock title={title} code={code} />
      </div>
    ),
  }));
  const settings = {
    value: 'settings',
    label: 'Base URL and key',
    content: <KeySettings {...place} />,
  };
  return <Tabs label="Examples" value={shown} onChange={setShown} tabs={[settings, ...examples]} />;
}

function KeySettings(place: KeyPlace) {
  return (
    <dl>
      {keySettings(place).map(({ label, text }) => (
        <div
          key={label}
          className="flex min-h-11 flex-wrap items-center gap-x-4 border-b border-line py-1 last:border-b-0"
        >
          <dt className="basis-20 text-s text-ink-2">{label}</dt>
          <dd className="flex min-w-0 grow basis-50 items-center gap-2">
            <code className="min-w-0 grow font-mono text-s wrap-anywhere">{text}</code>
            <CopyButton text={text} label={`Copy ${label}`} done={`${label} copied`} hasOnlyIcon />
          </dd>
        </div>
      ))}
    </dl>
  );
}
