import { ValueFault } from './config.errors.js';
import { isObject, parseJson } from './parse-json.js';

/** Role names by group name. Has no prototype, so that a group called `constructor` maps to nothing. */
export type GroupMap = Readonly<Record<string, string>>;

/** Parses a JSON object of group names to role names, none of them blank. @throws ValueFault */
export function parseGroupMap(text: string): GroupMap {
  const parsed = parseJson(text);
  if (!isObject(parsed)) throw new ValueFault('must be a JSON object of group names to role names');
  const map = Object.create(null) as Record<string, string>;
  for (const [group, role] of Object.entries(parsed)) {
    if (group.trim() === '') throw new ValueFault('must have no empty group name');
    if (typeof role !== 'string') throw new ValueFault('must have role names that are strings');
    if (role.trim() === '') throw new ValueFault('must have no empty role name');
    map[group] = role;
  }
  return map;
}
