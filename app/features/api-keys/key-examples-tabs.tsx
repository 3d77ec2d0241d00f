import { useState } from 'react';
import { CodeBlock } from '~/ui/code-block';
import { Tabs } from '~/ui/tabs';
import { keyExamples } from './key-examples';

/** Lines to copy into a program, with the key or a placeholder. */
export function KeyExamplesTabs(place: { siteUrl: string; secret: string; model: string }) {
  const [shown, setShown] = useState('base');
  return (
    <Tabs
      label="Examples"
      value={shown}
      onChange={setShown}
      tabs={keyExamples(place).map(({ value, label, code }) => ({
        value,
        label,
        content: <CodeBlock title={label} code={code} />,
      }))}
    />
  );
}
