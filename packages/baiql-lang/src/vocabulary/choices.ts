export const LOAD_TYPES = ['FILE', 'DIR', 'REF', 'WORK', 'LINES'] as const;
export type LoadType = (typeof LOAD_TYPES)[number];

export const MODES = ['EXECUTE', 'VALIDATE', 'QUIET'] as const;
export type Mode = (typeof MODES)[number];
