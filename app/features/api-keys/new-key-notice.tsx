import { useEffect, useRef } from 'react';
import { Button } from '~/ui/button';
import { CopyButton } from '~/ui/copy-button';
import { KeyExamplesTabs } from './key-examples-tabs';
import type { CreatedKey } from './schema';

type Props = { created: CreatedKey; siteUrl: string; model: string; onClose: () => void };

/** The secret of a key that was just created, with lines to copy. It takes focus, since it is shown only now. */
export function NewKeyNotice({ created, siteUrl, model, onClose }: Props) {
  const { name, secret } = created;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [secret]);
  return (
    <section
      aria-labelledby="new-key"
      className="mb-8 flex flex-col gap-4 rounded-2 border border-accent bg-accent-soft p-4"
    >
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="min-w-0 grow basis-70">
          <h2
            id="new-key"
            ref={heading}
            tabIndex={-1}
            className="text-m font-semibold outline-none wrap-anywhere"
          >
            <bdi>{name}</bdi>
          </h2>
          <p className="text-s text-ink-2">Copy the key now. It isn’t shown again.</p>
          <code className="mt-1 block font-mono text-s wrap-anywhere">{secret}</code>
        </div>
        <div className="flex flex-wrap gap-2">
          <CopyButton text={secret} label="Copy key" done="Key copied" variant="primary" />
          <Button size="s" onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
      <KeyExamplesTabs siteUrl={siteUrl} secret={secret} model={model} />
    </section>
  );
}
