const SEGMENT = 0x18538067;
const INFO = 0x1549a966;
const TIMESTAMP_SCALE = 0x2ad7b1;
const CLUSTER = 0x1f43b675;
const TIMESTAMP = 0xe7;
const SIMPLE_BLOCK = 0xa3;
const BLOCK_GROUP = 0xa0;
const BLOCK = 0xa1;
/** Elements to descend into; all others are skipped. */
const CONTAINERS: ReadonlySet<number> = new Set([SEGMENT, INFO, CLUSTER, BLOCK_GROUP]);

const MAX_ID_BYTES = 4;
const MAX_SIZE_BYTES = 8;
const DEFAULT_SCALE_NS = 1_000_000;
/** The longest Opus packet (RFC 6716): upper bound for the last one, whose duration is unknown. */
const LONGEST_PACKET_SEC = 0.12;
/** Maximum duration of a recording, whatever its timestamps say. */
const MAX_SECONDS = 24 * 60 * 60;

/**
 * The duration of a WebM recording (RFC 9559) in seconds, from the timestamps of its blocks: browsers write it while
 * recording, without a duration in the header. Measured to the point of truncation; undefined without blocks, or with
 * implausible times.
 */
export function webmLength(bytes: Uint8Array): number | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let scaleNs = DEFAULT_SCALE_NS;
  let clusterTime = 0;
  let latest = 0;
  let step = 0;
  let at = 0;
  // One pass over all elements at any depth: each takes at least two bytes, so it terminates.
  while (at < view.byteLength) {
    const id = readNumber(view, at, MAX_ID_BYTES, { keepsMarker: true });
    const size = id && readNumber(view, at + id.length, MAX_SIZE_BYTES);
    if (!size) break;
    at += id.length + size.length;
    // A container's children follow its header. Its size is unknown during recording, and not needed.
    if (CONTAINERS.has(id.value)) continue;
    const end = at + size.value;
    if (end > view.byteLength) break;
    if (id.value === TIMESTAMP_SCALE) scaleNs = readUnsigned(view, at, end);
    else if (id.value === TIMESTAMP) clusterTime = readUnsigned(view, at, end);
    else if (id.value === SIMPLE_BLOCK || id.value === BLOCK) {
      const track = readNumber(view, at, MAX_SIZE_BYTES);
      if (!track || at + track.length + 2 > end) break;
      const time = clusterTime + view.getInt16(at + track.length);
      if (time > latest) {
        step = time - latest;
        latest = time;
      }
    }
    at = end;
  }
  const scaleSec = scaleNs / 1e9;
  const seconds = latest * scaleSec + Math.min(step * scaleSec, LONGEST_PACKET_SEC);
  return seconds > 0 && seconds <= MAX_SECONDS ? seconds : undefined;
}

/** An EBML variable-length integer; the leading zeros of its first byte give its length (RFC 8794). */
function readNumber(view: DataView, at: number, maxBytes: number, { keepsMarker = false } = {}) {
  if (at >= view.byteLength) return undefined;
  const first = view.getUint8(at);
  const length = Math.clz32(first) - 23;
  if (length > maxBytes || at + length > view.byteLength) return undefined;
  let value = keepsMarker ? first : first & (0xff >> length);
  for (let index = 1; index < length; index += 1) value = value * 256 + view.getUint8(at + index);
  return { value, length };
}

/** As many bytes as exist; values beyond exact integers are implausible anyway. */
function readUnsigned(view: DataView, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at += 1) value = value * 256 + view.getUint8(at);
  return value;
}
