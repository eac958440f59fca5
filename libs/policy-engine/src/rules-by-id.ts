import type { CompiledRule } from './compiled-rule.js';

/** Average number of rules per bucket in a new index, and the average above which it is rebuilt. */
const BUCKET = 32;
const FULL_BUCKET = 128;

type Bucket = ReadonlyMap<string, CompiledRule>;

/** Finds a rule by its id. Immutable: a change copies the buckets it touches and shares the others. */
export class RulesById {
  private constructor(
    private readonly buckets: readonly Bucket[],
    readonly size: number,
  ) {}

  static of(rules: readonly CompiledRule[]): RulesById {
    const buckets = Array.from({ length: Math.ceil(rules.length / BUCKET) || 1 }, () => new Map());
    for (const entry of rules) buckets[bucketOf(entry.rule.id, buckets.length)]!.set(entry.rule.id, entry);
    return new RulesById(buckets, rules.length);
  }

  get(id: string): CompiledRule | undefined {
    return this.buckets[bucketOf(id, this.buckets.length)]!.get(id);
  }

  /** Returns all rules, in no particular order. */
  all(): CompiledRule[] {
    return this.buckets.flatMap((bucket) => [...bucket.values()]);
  }

  /** Returns the index without the removed rules and with the added ones. */
  changed(removed: readonly CompiledRule[], added: readonly CompiledRule[]): RulesById {
    const buckets = [...this.buckets];
    const copied = new Map<number, Map<string, CompiledRule>>();
    const copyFor = (id: string): Map<string, CompiledRule> => {
      const index = bucketOf(id, buckets.length);
      const copy = copied.get(index) ?? new Map(buckets[index]);
      copied.set(index, copy);
      buckets[index] = copy;
      return copy;
    };
    for (const { rule } of removed) copyFor(rule.id).delete(rule.id);
    for (const entry of added) copyFor(entry.rule.id).set(entry.rule.id, entry);
    const next = new RulesById(buckets, this.size - removed.length + added.length);
    return next.size > buckets.length * FULL_BUCKET ? RulesById.of(next.all()) : next;
  }
}

/** Returns the bucket of an id, by FNV-1a of its text. */
function bucketOf(id: string, buckets: number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at += 1) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  return (hash >>> 0) % buckets;
}
