/** Formats a wait for "Try again in …": "1 second", "45 seconds", "12 minutes". */
export function formatWait(seconds: number): string {
  const [count, unit] = seconds <= 90 ? [Math.ceil(seconds), 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `${String(count)} ${unit}${count === 1 ? '' : 's'}`;
}
