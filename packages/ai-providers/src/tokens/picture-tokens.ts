/** What a picture of a size counts, as vendors publish it; looked up 2026-11-22 where token-rules.ts says so. */
export interface Pixels {
  width: number;
  height: number;
}

export type PictureTokens = (size: Pixels) => number;

const shrink = ({ width, height }: Pixels, factor: number): Pixels =>
  factor >= 1
    ? { width, height }
    : { width: Math.round(width * factor), height: Math.round(height * factor) };

/** OpenAI: a base, and tiles of 512 px once it fits into 2048 px and its shorter side into 768. */
export const byTiles =
  (base: number, each: number): PictureTokens =>
  (size) => {
    const fitting = shrink(size, 2048 / Math.max(size.width, size.height));
    const { width, height } = shrink(fitting, 768 / Math.min(fitting.width, fitting.height));
    return base + each * Math.ceil(width / 512) * Math.ceil(height / 512);
  };

/** OpenAI's smaller models: patches of 32 px, of which there are 1,536 at most, times a factor. */
export const byPatches =
  (factor: number): PictureTokens =>
  ({ width, height }) =>
    Math.ceil(Math.min(1_536, Math.ceil(width / 32) * Math.ceil(height / 32)) * factor);

/** Anthropic, and Perplexity: a token for 750 pixels, up to the size to which it is shrunk. */
export const byArea =
  (most: number): PictureTokens =>
  ({ width, height }) =>
    Math.min(most, Math.ceil((width * height) / 750));

/** Google: 258 for a small one, else for each tile, whose side is two thirds of the picture's shorter one. */
export const byGoogleTiles: PictureTokens = ({ width, height }) => {
  if (width <= 384 && height <= 384) return 258;
  const side = Math.max(1, Math.floor(Math.min(width, height) / 1.5));
  return 258 * Math.min(12, Math.ceil(width / side) * Math.ceil(height / side));
};
