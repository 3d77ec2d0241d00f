/** An idempotency key. `crypto.randomUUID` is missing where a home server is reached without https; this is not. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
