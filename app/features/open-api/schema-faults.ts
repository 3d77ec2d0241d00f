const MAX_SCHEMA_CHARACTERS = 64_000;
const MAX_DEPTH = 64;

/** Why a JSON schema cannot be sent, as a sentence: it is too large, or refers to itself. */
export function findSchemaFault(schema: Readonly<Record<string, unknown>>): string | undefined {
  // Depth first: serializing a deeper one could overflow the stack.
  if (isDeeperThan(schema, MAX_DEPTH))
    return `The schema is nested more than ${String(MAX_DEPTH)} levels deep.`;
  if (JSON.stringify(schema).length > MAX_SCHEMA_CHARACTERS)
    return `The schema is longer than ${MAX_SCHEMA_CHARACTERS.toLocaleString('en-US')} characters.`;
  return refersToItself(schema)
    ? 'The schema refers to itself. Models take schemas of finite depth only.'
    : undefined;
}

function isDeeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((each) => isDeeperThan(each, depth - 1));
}

/** Whether a local `$ref` leads back to a schema that contains it. Schemas without a cycle are visited once. */
function refersToItself(root: Readonly<Record<string, unknown>>): boolean {
  const open = new Set<object>();
  const done = new Set<object>();
  function hasCycle(value: unknown): boolean {
    if (typeof value !== 'object' || value === null || done.has(value)) return false;
    if (open.has(value)) return true;
    open.add(value);
    const target = '$ref' in value && typeof value.$ref === 'string' ? resolve(root, value.$ref) : undefined;
    const found = (target !== undefined && hasCycle(target)) || Object.values(value).some(hasCycle);
    open.delete(value);
    done.add(value);
    return found;
  }
  return hasCycle(root);
}

/** The part of a schema that a JSON pointer such as `#/$defs/node` names. */
function resolve(root: unknown, ref: string): unknown {
  if (ref !== '#' && !ref.startsWith('#/')) return undefined;
  const names = ref.split('/').slice(1);
  return names.reduce<unknown>((value, name) => {
    if (typeof value !== 'object' || value === null) return undefined;
    return (value as Record<string, unknown>)[name.replaceAll('~1', '/').replaceAll('~0', '~')];
  }, root);
}
