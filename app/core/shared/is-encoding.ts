/** True for the labels of the Encoding Standard, such as `windows-1252` and `shift_jis`. */
export function isEncoding(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== '';
  } catch {
    return false;
  }
}
