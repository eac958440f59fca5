import 'reflect-metadata';
import { getMetadataStorage } from 'class-validator';
import { type FieldError, httpErrors } from '#libs/core';

/** A class with class-validator decorators. */
export type Dto = new () => object;

interface Member {
  readonly longestText: number;
  readonly mostItems: number;
  readonly isId: boolean;
  readonly nested: Dto | null;
}

/** UTF-16 units per character of the decorators' limits; no less than any pattern needs. */
const UNITS = 2;
const MIN_BOUND = 4096;
const MAX_ERRORS = 20;
const MAX_NAME_LENGTH = 100;

const shapes = new WeakMap<Dto, ReadonlyMap<string, Member>>();

/**
 * Checks that the members of the input are known, and its strings and lists no longer than the class's decorators allow. This
 * takes linear time, unlike class-transformer and most decorators (D96).
 *
 * @throws DomainError validation_failed
 */
export function assertShape(dto: Dto, sent: object): void {
  const errors: FieldError[] = [];
  measure(dto, sent, '', errors);
  if (errors.length > 0) throw httpErrors.validationFailed(errors);
}

/** Checks the shape of the input and returns it as an instance of the class, with ids in lower case. */
export function instanceOf(dto: Dto, sent: object): object {
  const instance = new dto() as Record<string, unknown>;
  const shape = shapeOf(dto);
  for (const [name, value] of Object.entries(lowerIds(dto, sent))) {
    const nested = shape.get(name)?.nested;
    instance[name] = nested && isObject(value) ? instanceOf(nested, value) : value;
  }
  return instance;
}

/** Returns a copy of the input with the ids of the class in lower case. */
export function lowerIds(dto: Dto, sent: object): Record<string, unknown> {
  const shape = shapeOf(dto);
  const members = Object.entries(sent) as [string, unknown][];
  return Object.fromEntries(
    members.map(([name, value]) => [name, shape.get(name)?.isId ? lowered(value) : value]),
  );
}

function lowered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lowered);
  return typeof value === 'string' ? value.toLowerCase() : value;
}

function measure(dto: Dto, sent: object, parent: string, errors: FieldError[]): void {
  const shape = shapeOf(dto);
  for (const [name, value] of Object.entries(sent) as [string, unknown][]) {
    const member = shape.get(name);
    const message = member ? excessOf(value, member) : 'is not a member of this request';
    if (message !== null) errors.push({ field: parent + name.slice(0, MAX_NAME_LENGTH), message });
    else if (member?.nested && isObject(value)) measure(member.nested, value, `${parent}${name}.`, errors);
    if (errors.length >= MAX_ERRORS) return;
  }
}

function excessOf(value: unknown, { longestText, mostItems }: Member): string | null {
  if (Array.isArray(value)) {
    if (value.length > mostItems) return `must contain no more than ${mostItems} elements`;
    return value.some((item) => isLonger(item, longestText)) ? 'must not hold texts that long' : null;
  }
  return isLonger(value, longestText) ? 'must not be that long' : null;
}

function isLonger(value: unknown, longest: number): boolean {
  return typeof value === 'string' && value.length > longest;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Cached per class, because decorators never change. */
function shapeOf(dto: Dto): ReadonlyMap<string, Member> {
  const known = shapes.get(dto);
  if (known) return known;
  const rules = getMetadataStorage().getTargetValidationMetadatas(dto, '', true, false);
  const names = new Set(rules.map(({ propertyName }) => propertyName));
  const shape = new Map([...names].map((name) => [name, memberOf(dto, name, rules)]));
  shapes.set(dto, shape);
  return shape;
}

interface Rule {
  readonly propertyName: string;
  readonly type: string;
  readonly name?: string;
  readonly constraints?: readonly unknown[];
}

function memberOf(dto: Dto, member: string, rules: readonly Rule[]): Member {
  const own = rules.filter(({ propertyName }) => propertyName === member);
  const limits = (rule: string): number[] =>
    own.filter(({ name }) => name === rule).map(({ constraints }) => Number(constraints?.[0]));
  const isNested = own.some(({ type }) => type === 'nestedValidation');
  return {
    longestText: Math.max(MIN_BOUND, ...limits('maxLength').map((most) => UNITS * most)),
    mostItems: Math.min(...limits('arrayMaxSize'), Number.POSITIVE_INFINITY),
    isId: own.some(({ name }) => name === 'isUuid'),
    nested: isNested ? nestedClass(dto, member) : null,
  };
}

/** @throws Error for a list of DTOs: a pipe validates long lists faster */
function nestedClass(dto: Dto, member: string): Dto {
  const type = Reflect.getMetadata('design:type', dto.prototype as object, member) as Dto;
  if ([Array, Object].includes(type as never)) throw new Error(`${dto.name}.${member}: is of no class.`);
  return type;
}
