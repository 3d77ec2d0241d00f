import type { CompletionsDeps } from '~/features/completions/index.server';
import type { ToolStates } from './tool-states.server';

/** Used by `/v1` alone: vendor state between two rounds of a tool loop. */
export interface OpenApiServices {
  toolStates: ToolStates;
}

export type OpenApiDeps = CompletionsDeps & OpenApiServices;
