import type { Diagnostic } from '@promptwell/baiql-lang';

/** Limit of diagnostics per script; `validity` has the full count. */
const MAX_DIAGNOSTICS = 200;
const MAX_PLACES = 20;
const MESSAGE_CHARACTERS = 500;
/** Limit of all fixes together: a fix-all has one edit per line. */
const MAX_EDITS = 5_000;
const EDIT_CHARACTERS = 200_000;

/** The first diagnostics up to the limits, errors before all others, in source order. */
export function limitDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const bySeverity = (severity: Diagnostic['severity']): Diagnostic[] =>
    diagnostics.filter((diagnostic) => diagnostic.severity === severity);
  const kept = new Set(
    [...bySeverity('error'), ...bySeverity('warning'), ...bySeverity('hint')].slice(0, MAX_DIAGNOSTICS),
  );
  const room = { edits: MAX_EDITS, characters: EDIT_CHARACTERS };
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
    ...(related === undefined ? {} : { related: related.slice(0, MAX_PLACES) }),
    ...(offered === undefined || offered.length === 0 ? {} : { fixes: offered }),
  };
}
