import { z } from 'zod';

const path = z.string().min(1, 'Say which file or folder: path=/data/input/…').max(1_000);

export const folderQuerySchema = z.object({ path: path.optional() });
export const pathQuerySchema = z.object({ path });
export const renameSchema = z.object({ path, to: path });
