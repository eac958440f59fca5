import type { CompiledRule, Condition } from './compiled-rule.js';
import type { PolicyRule } from './policy-rule.js';
import { type RankedRule, rankRule } from './rule-order.js';
import type { Vocabulary } from './vocabulary.js';

/** Compiles a rule; adds its values to the vocabulary. */
export function compileRule(rule: PolicyRule, cap: number, vocabulary: Vocabulary): CompiledRule {
  const ranked = rankRule(rule, cap);
  return vocabulary.add((slot) => ({
    ...ranked,
    slot,
    bits: vocabulary.keyBits.acceptedBits(rule.selector),
    prefix: vocabulary.prefixCode(rule.selector.secret_ref_prefix),
    further: furtherOf(ranked, vocabulary),
  }));
}

function furtherOf({ rule, keys }: RankedRule, { keyBits }: Vocabulary): Condition[] {
  const { selector, projectId } = rule;
  return (
    keys
      .filter((key) => key !== 'secret_ref_prefix' && !keyBits.isExact(selector, key))
      // The rules of a project are only read for that project.
      .filter((key) => key !== 'project_id' || selector.project_id !== projectId)
      .map((key): Condition => [key, selector[key] as string])
  );
}
