import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import type { Environment } from '../validation/environment.js';

/** Effect that updates the known files, columns and models. */
export const setEnvironment = StateEffect.define<Environment>();

const environmentField = StateField.define<Environment>({
  create: () => ({}),
  update: (environment, transaction) => {
    for (const effect of transaction.effects) if (effect.is(setEnvironment)) return effect.value;
    return environment;
  },
});

export function environmentOf(state: EditorState): Environment {
  return state.field(environmentField, false) ?? {};
}

export function environmentIs(environment: Environment): Extension {
  return environmentField.init(() => environment);
}
