import { Link } from '@remix-run/react';
import { Button } from '~/ui/button';
import { EmptyState } from '~/ui/empty-state';

/** Overlay of an empty editor. Clicks pass through to the editor, except on its own buttons. */
export function EmptyEditor({ onTemplates }: { onTemplates: () => void }) {
  return (
    <EmptyState
      title="Type a script, or start with a template"
      className="pointer-events-none absolute inset-x-0 top-12 *:pointer-events-auto"
      action={
        <span className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2">
          <Button onClick={onTemplates}>Choose a template</Button>
          <Link to="/docs/learn/baiql-guide" className="text-s">
            Read the guide
          </Link>
        </span>
      }
    >
      A script sends a prompt for each row of a table or each file in a folder, and collects the replies in
      files.
    </EmptyState>
  );
}
