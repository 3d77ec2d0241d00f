/** Tokens of an image by its size, as vendors publish it; checked 2026-11-22 where token-rules.ts says so. */
export interface Pixels {
  width: number;
  height: number;
}

export type PictureTokens = (size: Pixels) => number;

const shrink = ({ width, height }: Pixels, factor: number): Pixels =>
  factor >= 1
    ? { width, height }
    : { width: Math.round(width * factor), height: Math.round(height * factor) };

/** OpenAI: a base plus 512 px tiles, after fitting into 2048 px with a shorter side of at most 768 px. */
export const byTiles =
  (base: number, each: number): PictureTokens =>
  (size) => {
    const fitting = shrink(size, 2048 / Math.max(size.width, size.height));
    const { width, height } = shrink(fitting, 768 / Math.min(fitting.width, fitting.height));
    return base + each * Math.ceil(width / 512) * Math.ceil(height / 512);
  };

/** OpenAI's smaller models: 32 px patches, at most 1,536, times a factor. */
export const byPatches =
  (factor: number): PictureTokens =>
  ({ width, height }) =>
    Math.ceil(Math.min(1_536, Math.ceil(width / 32) * Math.ceil(height / 32)) * factor);

/** Anthropic and Perplexity: one token per 750 pixels, after resizing to a maximum. */
export const byArea =
  (most: number): PictureTokens =>
  ({ width, height }) =>
    Math.min(most, Math.ceil((width * height) / 750));

/** Google: 258 for a small image, else per tile; a tile's side is two thirds of the image's shorter side. */
export const byGoogleTiles: PictureTokens = ({ width, height }) => {
  if (width <= 384 && height <= 384) return 258;
  const side = Math.max(1, Math.floor(Math.min(width, height) / 1.5));
  return 258 * Math.min(12, Math.ceil(width / side) * Math.ceil(height / side));
};
