/** The keys a selector may hold; each that is present must match the scope, an absent one is a wildcard. */
export const SELECTOR_KEYS = [
  'project_id',
  'environment',
  'environment_kind',
  'environment_id',
  'provider_type',
  'secret_ref_prefix',
  'operation',
  'type',
  'principal_kind',
] as const;

export type SelectorKey = (typeof SELECTOR_KEYS)[number];
export type Selector = Readonly<Partial<Record<SelectorKey, string>>>;

/** A stored rule as the engine sees it. At most one of `projectId` and `teamId` is set; neither is a platform rule. */
export interface PolicyRule {
  readonly id: string;
  readonly name: string;
  readonly selector: Selector;
  readonly workflowId: string;
  /** 0 to 1,000,000; higher wins. */
  readonly priority: number;
  readonly enabled: boolean;
  readonly directRevealAllowed: boolean;
  readonly requiresMfa: boolean;
  /** 10 to 300 seconds. */
  readonly revealTtlSeconds: number;
  readonly projectId: string | null;
  readonly teamId: string | null;
  /** Microseconds since 1970, as the database stored it: two rules of one millisecond still have an age order. */
  readonly createdAtMicros: number;
}

/** Returns the selector's keys, in the order of SELECTOR_KEYS. */
export function selectorKeysOf(selector: Selector): SelectorKey[] {
  return SELECTOR_KEYS.filter((key) => selector[key] !== undefined);
}
