import type { Diagnostic } from '@promptwell/baiql-lang';

/** Told of one script; how many there are is said by its validity. */
const MOST_DIAGNOSTICS = 200;
const MOST_PLACES = 20;
const MESSAGE_CHARACTERS = 500;
/** Of all fixes together: one that mends every line has an edit for each of them. */
const MOST_EDITS = 5_000;
const EDIT_CHARACTERS = 200_000;

/** As many as a person can look at, errors before all others, in the order of the script. */
export function boundDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const bySeverity = (severity: Diagnostic['severity']): Diagnostic[] =>
    diagnostics.filter((diagnostic) => diagnostic.severity === severity);
  const kept = new Set(
    [...bySeverity('error'), ...bySeverity('warning'), ...bySeverity('hint')].slice(0, MOST_DIAGNOSTICS),
  );
  const room = { edits: MOST_EDITS, characters: EDIT_CHARACTERS };
  return diagnostics
    .filter((diagnostic) => kept.has(diagnostic))
    .map((diagnostic) => bound(diagnostic, room));
}

function bound(diagnostic: Diagnostic, room: { edits: number; characters: number }): Diagnostic {
  const { message, related, fixes, ...rest } = diagnostic;
  const short = message.length <= MESSAGE_CHARACTERS ? message : `${message.slice(0, MESSAGE_CHARACTERS)}…`;
  const offered = fixes?.filter(({ edits }) => {
    const characters = edits.reduce((sum, { newText }) => sum + newText.length, 0);
    if (edits.length > room.edits || characters > room.characters) return false;
    room.edits -= edits.length;
    room.characters -= characters;
    return true;
  });
  return {
    ...rest,
    message: short,
    ...(related === undefined ? {} : { related: related.slice(0, MOST_PLACES) }),
    ...(offered === undefined || offered.length === 0 ? {} : { fixes: offered }),
  };
}
