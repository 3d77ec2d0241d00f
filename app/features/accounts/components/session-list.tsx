import { Form } from '@remix-run/react';
import { Button } from '~/ui/button';

export type ShownSession = { id: string; title: string; detail: string; isThisOne: boolean };

/** The user's sessions, with a button to end each. */
export function SessionList({ sessions }: { sessions: readonly ShownSession[] }) {
  return (
    <div className="flex flex-col gap-4">
      <ul className="divide-y divide-line border-y border-line">
        {sessions.map(({ id, title, detail, isThisOne }) => (
          <li key={id} className="flex items-center justify-between gap-4 py-2.5">
            <div className="min-w-0">
              <p className="truncate text-s font-medium">{title}</p>
              <p className="num text-xs text-ink-3">{detail}</p>
            </div>
            {isThisOne ? (
              <span className="shrink-0 text-s text-ink-2">This browser</span>
            ) : (
              <Form method="post">
                <input type="hidden" name="intent" value="end-session" />
                <Button type="submit" name="sessionId" value={id} size="s">
                  Logout<span className="sr-only">: {title}</span>
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 ? (
        <Form method="post">
          <input type="hidden" name="intent" value="end-others" />
          <Button type="submit">Logout everywhere else</Button>
        </Form>
      ) : null}
    </div>
  );
}
