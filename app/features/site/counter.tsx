import { useState } from 'react';
import { Button } from '~/ui/button';

/** The sample page with a counter button. */
export function Counter() {
  const [count, setCount] = useState(0);
  return (
    <div className="mx-auto w-full max-w-160 grow px-4 py-12">
      <h1 className="text-2xl">Counter</h1>
      <p className="mt-2 text-ink-2">A sample page with a button that adds one to a count.</p>
      <p className="num mt-6 text-l" aria-live="polite">
        Current count: <strong className="font-semibold">{count}</strong>
      </p>
      <Button variant="primary" className="mt-4" onClick={() => setCount(count + 1)}>
        Increment
      </Button>
    </div>
  );
}
