import { Maximize2 } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '~/ui/button';
import { OPTIMIZE_EXAMPLE } from './optimize-example';
import { OptimizePanel } from './optimize-panel';

/** The example, enlarged in a native dialog. */
export function OptimizeZoom() {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <div className="flex justify-end border-t border-line px-3 py-2">
      <Button variant="ghost" size="s" aria-haspopup="dialog" onClick={() => dialog.current?.showModal()}>
        <Maximize2 aria-hidden="true" className="size-3.5" />
        Zoom: compare side by side
      </Button>
      <dialog
        ref={dialog}
        aria-label="The example, before and after"
        className="m-auto max-h-[calc(100dvh-32px)] w-[min(1080px,calc(100vw-32px))] overflow-y-auto rounded-3 border border-line bg-surface p-0 text-ink shadow-2 backdrop:bg-scrim"
      >
        <div className="grid gap-px bg-line md:grid-cols-2">
          {(['before', 'after'] as const).map((version) => (
            <section key={version} className="bg-surface p-6 text-l">
              <h3 className="text-xl">{OPTIMIZE_EXAMPLE[version].label}</h3>
              {(['prompt', 'output'] as const).map((view) => (
                <div key={view} className="mt-4">
                  <h4 className="text-s text-ink-3">{view === 'prompt' ? 'Prompt' : 'Output'}</h4>
                  <div className="mt-1 flex flex-col gap-2.5 leading-[1.65]">
                    <OptimizePanel version={version} view={view} />
                  </div>
                </div>
              ))}
            </section>
          ))}
        </div>
        <form
          method="dialog"
          className="sticky bottom-0 flex justify-end border-t border-line bg-surface px-5 py-3"
        >
          <Button type="submit">Close</Button>
        </form>
      </dialog>
    </div>
  );
}
