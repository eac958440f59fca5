import { getMetadataStorage } from 'class-validator';
import type { Schema } from './schema.js';

type Rule = (constraints: readonly unknown[]) => Schema;

/** The schema of each validation decorator; our own are named after what they check. */
const RULES: Readonly<Record<string, Rule>> = {
  isString: () => ({ type: 'string' }),
  isInt: () => ({ type: 'integer' }),
  isBoolean: () => ({ type: 'boolean' }),
  isObject: () => ({}),
  isArray: () => ({}),
  isDefined: () => ({}),
  isTheOnlyAnswer: () => ({}),
  isUuid: () => ({ format: 'uuid' }),
  min: ([minimum]) => ({ minimum: minimum as number }),
  max: ([maximum]) => ({ maximum: maximum as number }),
  minLength: ([minLength]) => ({ minLength: minLength as number }),
  maxLength: ([maxLength]) => ({ maxLength: maxLength as number }),
  matches: ([pattern]) => portable((pattern as RegExp).source),
  isIn: ([values]) => ({ enum: [...(values as string[])].sort() }),
  arrayMinSize: ([minItems]) => ({ minItems: minItems as number }),
  arrayMaxSize: ([maxItems]) => ({ maxItems: maxItems as number }),
  arrayUnique: () => ({ uniqueItems: true }),
  arrayNotContains: () => ({}),
  isInstant: () => ({ format: 'date-time' }),
  isDay: () => ({ format: 'date' }),
  isBaseUrl: () => ({ format: 'uri', pattern: '^https?://', maxLength: 1024 }),
  isSecretRef: () => ({ minLength: 1, maxLength: 1024 }),
  areKeyNames: () => ({ items: { type: 'string', pattern: '^[A-Za-z0-9_.\\-/]{1,256}$' } }),
  areLabels: () => ({ items: { type: 'string', pattern: '^[^:]+:' } }),
  isClaimsMatch: () => ({ maxProperties: 20 }),
  isRemark: ([least]) => ({ ...(least === 0 ? {} : { minLength: least as number }), maxLength: 2000 }),
  isPassword: () => ({ description: '12 to 72 bytes in UTF-8.', minLength: 3, maxLength: 72 }),
};

const UNCHECKED = new Set(['whitelistValidation', 'conditionalValidation', 'nestedValidation', 'isOptional']);

/**
 * Adds the checks of a class's decorators to a request's schema, and excludes other members.
 * @throws Error for an unknown decorator
 */
export function constrain(schema: Schema, dto: new () => object): void {
  const found = getMetadataStorage().getTargetValidationMetadatas(dto, '', true, false);
  for (const { type, name = type, propertyName, constraints, each } of found) {
    if (UNCHECKED.has(name)) continue;
    const member = schema.properties?.[propertyName];
    const rule = RULES[name];
    if (!member || !rule)
      throw new Error(`${dto.name}.${propertyName}: say in ${import.meta.url} what ${name} means.`);
    apply(each ? (member.items ??= {}) : member, rule((constraints as unknown[] | undefined) ?? []));
  }
  if (found.length > 0) schema.additionalProperties = false;
}

/** `[^]` is valid only in JavaScript; a length is portable. */
function portable(pattern: string): Schema {
  const [, visible, least, most] = /^\^(\(\?=\[\^\]\*\\S\))?\[\^\]\{(\d+),(\d+)\}\$$/.exec(pattern) ?? [];
  if (most === undefined) return { pattern };
  const minLength = Number(least);
  return {
    ...(visible ? { pattern: '\\S' } : {}),
    ...(minLength > 0 ? { minLength } : {}),
    maxLength: Number(most),
  };
}

function apply(member: Schema, { type, enum: values, ...rules }: Schema): void {
  const nullable = Array.isArray(member.type);
  Object.assign(member, { ...rules, description: member.description ?? rules.description });
  if (member.description === undefined) delete member.description;
  if (values && !member.enum) member.enum = nullable ? [...values, null] : values;
  if (type && !nullable && member.$ref === undefined) member.type = type;
}
