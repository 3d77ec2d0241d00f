import { useState } from 'react';
import { Button } from '~/ui/button';
import { formatNames } from '~/ui/format-names';
import { messageOf } from '~/core/browser/call-api';
import type { AddedSamples, Template } from '../index.server';
import { notifyFilesChanged } from '../files/files-changed';
import { templates } from './script-api';

type State =
  | { kind: 'idle' | 'busy' }
  | { kind: 'done'; outcome: AddedSamples }
  | { kind: 'failed'; message: string };

const nameOf = (path: string): string => path.replace(/^\/data\/input\//, '');
const namesOf = (paths: readonly string[]): string => formatNames(paths.map(nameOf), 3);

/** Adds a template's sample files to the user's files and reports the result. Replaces nothing without confirmation. */
export function AddSampleFiles({ template: { key, name } }: { template: Template }) {
  const [state, setState] = useState<State>({ kind: 'idle' });

  async function add(replace: boolean) {
    setState({ kind: 'busy' });
    try {
      setState({ kind: 'done', outcome: await templates.addFiles(key, replace) });
      notifyFilesChanged();
    } catch (error) {
      setState({ kind: 'failed', message: messageOf(error) });
    }
  }
  const different = state.kind === 'done' ? state.outcome.different : [];
  return (
    <>
      <Button
        variant="ghost"
        aria-label={`Add sample files for ${name}`}
        isBusy={state.kind === 'busy'}
        onClick={() => void add(false)}
      >
        Add sample files
      </Button>
      <div role="status" className="w-full text-xs text-ink-2 empty:hidden">
        {state.kind === 'failed' ? <p className="text-bad">{state.message}</p> : null}
        {state.kind === 'done' ? <p>{describeOutcome(state.outcome)}</p> : null}
      </div>
      {different.length > 0 ? (
        <Button size="s" variant="danger" onClick={() => void add(true)}>
          Replace {different.length === 1 ? namesOf(different) : `${String(different.length)} files`}
        </Button>
      ) : null}
    </>
  );
}

function describeOutcome({ added, unchanged, different }: AddedSamples): string {
  return [
    added.length > 0 ? `Added ${namesOf(added)}.` : '',
    unchanged.length > 0 ? `Already there: ${namesOf(unchanged)}.` : '',
    different.length > 0
      ? `Not replaced, because your own ${different.length === 1 ? 'file differs' : 'files differ'}: ${namesOf(different)}.`
      : '',
  ]
    .filter(Boolean)
    .join(' ');
}
