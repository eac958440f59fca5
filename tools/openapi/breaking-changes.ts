import type { OpenapiDocument, Operation, Schema } from './schema.js';

type Direction = 'request' | 'answer';

interface Versions {
  readonly before: OpenapiDocument;
  readonly after: OpenapiDocument;
  readonly seen: Set<string>;
  readonly found: Set<string>;
}

/**
 * Returns the breaking changes between two versions: a removed route, method, status, or member or value of a response; a
 * member or value of a request that is no longer accepted; a member or parameter that has become required. One line each, by
 * address.
 */
export function breakingChanges(before: OpenapiDocument, after: OpenapiDocument): string[] {
  const versions: Versions = { before, after, seen: new Set(), found: new Set() };
  for (const [path, item] of Object.entries(before.paths ?? {}))
    for (const [verb, operation] of Object.entries(item)) {
      const place = `${verb.toUpperCase()} ${path}`;
      const now = after.paths[path]?.[verb];
      if (now) compareOperations(versions, place, operation, now);
      else versions.found.add(`${place} is gone`);
    }
  return [...versions.found];
}

function compareOperations(versions: Versions, place: string, before: Operation, after: Operation): void {
  if (before.operationId !== after.operationId)
    versions.found.add(`${place} is called ${after.operationId}, no longer ${before.operationId}`);
  compareParameters(versions, place, before, after);
  const body = (operation: Operation): Schema | undefined => firstSchema(operation.requestBody?.content);
  compareSchemas(versions, `${place} body`, body(before), body(after), 'request');
  for (const [status, answer] of Object.entries(before.responses)) {
    if (Number(status) >= 400) continue;
    const now = after.responses[status];
    if (!now) versions.found.add(`${place} no longer answers ${status}`);
    else
      compareSchemas(
        versions,
        `${place} ${status}`,
        firstSchema(answer.content),
        firstSchema(now.content),
        'answer',
      );
  }
}

function compareParameters(versions: Versions, place: string, before: Operation, after: Operation): void {
  const named = ({ parameters = [] }: Operation) =>
    new Map(parameters.map((each) => [each.$ref ?? `${each.in} ${each.name}`, each]));
  const [earlier, later] = [named(before), named(after)];
  for (const [name, parameter] of earlier) {
    const now = later.get(name);
    if (!now) versions.found.add(`${place} no longer takes ${name}`);
    else compareSchemas(versions, `${place} ${name}`, parameter.schema, now.schema, 'request');
  }
  for (const [name, parameter] of later)
    if (parameter.required && !earlier.get(name)?.required) versions.found.add(`${place} now needs ${name}`);
}

function compareSchemas(
  versions: Versions,
  place: string,
  before: Schema | undefined,
  after: Schema | undefined,
  direction: Direction,
): void {
  if (!before) return;
  if (!after) return void versions.found.add(`${place} is gone`);
  const pair = `${direction} ${before.$ref ?? ''} ${after.$ref ?? ''}`;
  if (before.$ref && after.$ref) {
    if (versions.seen.has(pair)) return;
    versions.seen.add(pair);
  }
  const [old, now] = [resolved(versions.before, before), resolved(versions.after, after)];
  compareValues(versions, place, old, now, direction);
  compareMembers(versions, place, old, now, direction);
  if (old.items) compareSchemas(versions, `${place}[]`, old.items, now.items, direction);
}

function compareValues(
  versions: Versions,
  place: string,
  old: Schema,
  now: Schema,
  direction: Direction,
): void {
  const types = (schema: Schema): string[] => [schema.type ?? []].flat();
  // A request may not lose an accepted type; an answer may not gain an unexpected one.
  const [wide, narrow] = direction === 'request' ? [old, now] : [now, old];
  const lost = types(wide).filter((type) => types(narrow).length > 0 && !types(narrow).includes(type));
  for (const type of types(old).length > 0 ? lost : [])
    versions.found.add(`${place} ${direction === 'request' ? 'no longer takes' : 'may now be'} ${type}`);
  for (const value of old.enum ?? [])
    if (now.enum && !now.enum.includes(value))
      versions.found.add(`${place} no longer has the value ${String(value)}`);
  if (!old.enum && now.enum && direction === 'request')
    versions.found.add(`${place} now takes certain values only`);
}

function compareMembers(
  versions: Versions,
  place: string,
  old: Schema,
  now: Schema,
  direction: Direction,
): void {
  for (const [name, schema] of Object.entries(old.properties ?? {})) {
    const member = now.properties?.[name];
    if (member) compareSchemas(versions, `${place}.${name}`, schema, member, direction);
    else versions.found.add(`${place}.${name} is gone`);
  }
  const [before, after] = [old.required ?? [], now.required ?? []];
  if (direction === 'answer') {
    for (const name of before.filter((each) => now.properties?.[each] && !after.includes(each)))
      versions.found.add(`${place}.${name} may now be absent`);
  } else {
    for (const name of after.filter((each) => !before.includes(each)))
      versions.found.add(`${place}.${name} is now required`);
  }
}

function resolved(document: OpenapiDocument, schema: Schema): Schema {
  if (!schema.$ref) return schema;
  return document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {};
}

function firstSchema(content: Record<string, { schema: Schema }> | undefined): Schema | undefined {
  return Object.values(content ?? {})[0]?.schema;
}
