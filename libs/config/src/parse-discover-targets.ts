import { ValueFault } from './config.errors.js';
import { isObject, parseJson } from './parse-json.js';

/** An entry of the deprecated list of discovery targets (D79). */
export interface DiscoverTarget {
  readonly name: string;
  readonly type: string;
  readonly clusterName: string;
  readonly scope: Readonly<Record<string, unknown>>;
  readonly intervalSeconds: number;
}

const MEMBERS = ['cluster_name', 'interval_seconds', 'name', 'scope', 'type'].join();

/** Parses a JSON array of `{name, type, cluster_name, scope, interval_seconds}`. @throws ValueFault */
export function parseDiscoverTargets(text: string): readonly DiscoverTarget[] {
  const list = parseJson(text);
  if (!Array.isArray(list)) throw new ValueFault('must be a JSON array');
  return list.map(toTarget);
}

function toTarget(entry: unknown): DiscoverTarget {
  if (!isObject(entry) || Object.keys(entry).sort().join() !== MEMBERS) {
    throw new ValueFault('must have entries of exactly name, type, cluster_name, scope and interval_seconds');
  }
  const { name, type, cluster_name: clusterName, scope, interval_seconds: intervalSeconds } = entry;
  if (!isName(name) || !isName(type) || !isName(clusterName)) {
    throw new ValueFault('must have entries whose name, type and cluster_name are non-empty strings');
  }
  if (!isObject(scope)) throw new ValueFault('must have entries whose scope is an object');
  if (!Number.isSafeInteger(intervalSeconds) || Number(intervalSeconds) < 1) {
    throw new ValueFault('must have entries whose interval_seconds is a positive integer');
  }
  return { name, type, clusterName, scope, intervalSeconds: Number(intervalSeconds) };
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
