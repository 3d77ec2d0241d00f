/**
 * The part of the SARIF 2.1.0 schema that our logs use, written from the standard's text (sections 3.13 to
 * 3.57). Stricter than the standard where it allows more than we write: unknown properties are refused.
 */
const text = { type: 'string', minLength: 1 } as const;
const message = object({ text }, ['text']);
const level = { enum: ['none', 'note', 'warning', 'error'] } as const;
const position = { type: 'integer', minimum: 1 } as const;
const index = { type: 'integer', minimum: 0 } as const;
const NONE_TWICE = { uniqueItems: true } as const;

const artifactLocation = object({ uri: { type: 'string', format: 'uri-reference', minLength: 1 } }, ['uri']);
const region = object(
  { startLine: position, startColumn: position, endLine: position, endColumn: position },
  ['startLine', 'startColumn', 'endLine', 'endColumn'],
);
const physicalLocation = object({ artifactLocation, region }, ['artifactLocation']);
const location = object({ physicalLocation, message }, ['physicalLocation']);
const replacement = object(
  { deletedRegion: region, insertedContent: object({ text: { type: 'string' } }, ['text']) },
  ['deletedRegion'],
);
const artifactChange = object({ artifactLocation, replacements: list(replacement, 1) }, [
  'artifactLocation',
  'replacements',
]);
const fix = object({ description: message, artifactChanges: list(artifactChange, 1) }, ['artifactChanges']);
const result = object(
  {
    ruleId: text,
    ruleIndex: index,
    level,
    message,
    locations: list(location, 1),
    relatedLocations: { ...list(location, 1), ...NONE_TWICE },
    fixes: { ...list(fix, 1), ...NONE_TWICE },
  },
  ['message', 'ruleId', 'level', 'locations'],
);
const rule = object(
  {
    id: text,
    shortDescription: message,
    fullDescription: message,
    help: message,
    defaultConfiguration: object({ level }, ['level']),
  },
  ['id'],
);
const driver = object({ name: text, rules: { ...list(rule, 1), ...NONE_TWICE } }, ['name']);
const notification = object({ level, message, locations: { ...list(location, 1), ...NONE_TWICE } }, [
  'message',
]);
const invocation = object(
  { executionSuccessful: { type: 'boolean' }, toolExecutionNotifications: list(notification, 0) },
  ['executionSuccessful'],
);
const run = object(
  {
    tool: object({ driver }, ['driver']),
    invocations: list(invocation, 1),
    columnKind: { enum: ['utf16CodeUnits', 'unicodeCodePoints'] },
    artifacts: { ...list(object({ location: artifactLocation }, []), 0), ...NONE_TWICE },
    results: list(result, 0),
  },
  ['tool', 'columnKind', 'results'],
);

export const SARIF_SCHEMA = object(
  { $schema: { type: 'string', format: 'uri' }, version: { const: '2.1.0' }, runs: list(run, 1) },
  ['version', 'runs'],
);

function object(properties: Readonly<Record<string, unknown>>, required: readonly string[]) {
  return { type: 'object', properties, required, additionalProperties: false };
}

function list(items: unknown, minItems: number) {
  return { type: 'array', items, minItems };
}
