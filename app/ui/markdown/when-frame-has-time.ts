const SLICE_MS = 4;

const tasks = new Set<() => void>();
let frame = 0;

/**
 * Runs a task in one of the next frames, each of which takes only so many that the page stays responsive. Returns a
 * function that cancels.
 */
export function whenFrameHasTime(task: () => void): () => void {
  tasks.add(task);
  schedule();
  return () => void tasks.delete(task);
}

function schedule(): void {
  if (frame === 0 && tasks.size > 0) frame = requestAnimationFrame(runSlice);
}

function runSlice(): void {
  const startMs = performance.now();
  frame = 0;
  for (const task of tasks) {
    tasks.delete(task);
    task();
    if (performance.now() - startMs > SLICE_MS) break;
  }
  schedule();
}
