/** The boxes that lead to the movie header (ISO 14496-12). */
const MOVIE = 0x6d6f6f76;
const MOVIE_HEADER = 0x6d766864;
const BOX_HEAD_BYTES = 8;

/**
 * The duration of an MP4 recording in seconds, from the movie header. Chrome measures a track's duration in other units
 * than the track declares, which makes it appear fifty times too short.
 */
export function mp4Length(bytes: Uint8Array): number | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  try {
    for (;;) {
      const size = view.getUint32(at);
      const kind = view.getUint32(at + 4);
      if (kind === MOVIE_HEADER) return readHeader(view, at + BOX_HEAD_BYTES);
      const step = size === 1 ? Number(view.getBigUint64(at + BOX_HEAD_BYTES)) : size;
      // The last box, or none.
      if (step < BOX_HEAD_BYTES) return undefined;
      at += kind === MOVIE ? BOX_HEAD_BYTES : step;
    }
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function readHeader(view: DataView, at: number): number {
  return view.getUint8(at) === 1
    ? Number(view.getBigUint64(at + 24)) / view.getUint32(at + 20)
    : view.getUint32(at + 16) / view.getUint32(at + 12);
}
