import type { CompletionsDeps } from '~/features/completions/index.server';
import type { ToolStates } from './tool-states.server';

/** What `/v1` offers to nobody else: the state of vendors between two rounds of a tool loop. */
export interface OpenApiServices {
  toolStates: ToolStates;
}

export type OpenApiDeps = CompletionsDeps & OpenApiServices;
