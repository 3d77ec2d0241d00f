/** Options of a request to a model, shared by requests and preferences. */

export const EFFORTS = ['low', 'medium', 'high'] as const;
export type Effort = (typeof EFFORTS)[number];

export const TEMPERATURES = { min: 0, max: 2, step: 0.1 } as const;

/** Enforced by the server; the page shows it while typing. */
export const MAX_INSTRUCTIONS_CHARACTERS = 32_000;

export const INSTRUCTIONS_TOO_LONG = `Instructions can have up to ${MAX_INSTRUCTIONS_CHARACTERS.toLocaleString('en-US')} characters.`;
