import { KIND_NAMES } from './kind.js';
import { KINDS } from './kinds/all.js';
import { MAX_REQUESTS } from './loosenings-by.js';
import type { Loosening } from './loosening.js';
import { type Change, type FieldChange, type Plan, formatValue } from './plan.js';

const SIGNS = { create: '+', update: '~', delete: '-' } as const;
const MAX_LOOSENINGS = 20;

/** Returns a plan as text for people: a line for each object and each changed member. */
export function linesOf({ changes, refusals }: Plan): string[] {
  if (changes.length === 0 && refusals.length === 0) return ['Nothing to change.'];
  return [...changes.flatMap(changeLines), ...refusals.map((refusal) => `! ${refusal}`), summaryOf(changes)];
}

/** Returns the line of one object. */
export function headOf({ action, kind, label }: Change): string {
  const archived =
    action === 'delete' && kind === 'Project' ? '  (archived: the service keeps projects)' : '';
  return `${SIGNS[action]} ${kind} ${label}${archived}`;
}

function changeLines(change: Change): string[] {
  const width = Math.max(0, ...change.fields.map(({ member }) => member.length));
  return [headOf(change), ...change.fields.map((field) => `    ${fieldLine(field, width, change.action)}`)];
}

function fieldLine({ member, before, after }: FieldChange, width: number, action: Change['action']): string {
  const name = member.padEnd(width);
  return action === 'create'
    ? `${name}  ${formatValue(after)}`
    : `${name}  ${formatValue(before)} → ${formatValue(after)}`;
}

function summaryOf(changes: readonly Change[]): string {
  const count = (action: Change['action']): number =>
    changes.filter((change) => change.action === action).length;
  return `${count('create')} to create, ${count('update')} to change, ${count('delete')} to remove.`;
}

/** Returns a line for each loosening. @param requests number of evaluated requests */
export function looseningLines(loosenings: readonly Loosening[]): string[] {
  const lines = loosenings
    .slice(0, MAX_LOOSENINGS)
    .map(({ what, how, requests }) => `  LOOSER: ${what} ${how.join(', ')}${countOf(requests)}`);
  const more = loosenings.length - lines.length;
  return more > 0 ? [...lines, `  … and ${more} more`] : lines;
}

function countOf(requests: number | null): string {
  if (requests === null) return '';
  return ` (${requests === 0 ? 'none' : requests} of the last ${MAX_REQUESTS} requests)`;
}

/** The colour of a line by its beginning: green, yellow, red (ECMA-48 §8.3.117). */
const COLOURS = [
  [/^\+ /, 32],
  [/^~ /, 33],
  [/^(- |! | {2}LOOSER:)/, 31],
] as const;

/** Returns a line of a plan in its colour, for a terminal. */
export function coloured(line: string): string {
  const colour = COLOURS.find(([begin]) => begin.test(line))?.[1];
  return colour === undefined ? line : `\u001b[${colour}m${line}\u001b[0m`;
}

/** Explains what --prune never removes. */
export const NEVER_PRUNED = `--prune removes what carries the files' managed-by mark. A mark is a line of the description, so these are never removed: ${KIND_NAMES.filter(
  (kind) => !KINDS[kind].marked,
).join(', ')}. A document with state: absent in its metadata removes a ${KIND_NAMES.filter(
  (kind) => KINDS[kind].removable,
).join(', ')}.`;
