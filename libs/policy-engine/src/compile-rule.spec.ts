import { describe, expect, it } from '@jest/globals';
import { compile } from './compile.js';
import { compileRule } from './compile-rule.js';
import { decide } from './decide.js';
import type { PolicyRule } from './policy-rule.js';
import { aRule, aScope } from './testing/a-rule.js';
import { Vocabulary } from './vocabulary.js';

describe('the compiled row of a rule', () => {
  it('stores nothing redundant: no conditions covered by its bits, its prefix or its project', () => {
    const kind = { environment_kind: 'non_prod', operation: 'read' };
    const furtherOf = (rule: PolicyRule) => compileRule(rule, 9000, new Vocabulary()).further;
    expect(furtherOf(aRule())).toEqual([]);
    expect(furtherOf(aRule({ selector: { ...kind, secret_ref_prefix: 'a' } }))).toEqual([]);
    expect(furtherOf(aRule({ projectId: 'p', selector: { ...kind, project_id: 'p' } }))).toEqual([]);
    expect(furtherOf(aRule({ selector: { ...kind, project_id: 'p', environment: 'dev' } }))).toEqual([
      ['project_id', 'p'],
      ['environment', 'dev'],
    ]);
  });

  it('has a bit for each of the first twelve store types; further types share one and are compared', () => {
    const types = Array.from({ length: 15 }, (_, n) => `type-${n}`);
    const rules = types.map((provider_type) => aRule({ id: provider_type, selector: { provider_type } }));
    const vocabulary = new Vocabulary();
    const further = rules.map((rule) => compileRule(rule, 9000, vocabulary).further.length);
    expect(further).toEqual([...Array<number>(12).fill(0), 1, 1, 1]);
    const compiled = compile(rules, 9000);
    for (const providerType of [...types, 'another'])
      expect(decide(aScope({ providerType }), compiled).winner?.id).toBe(
        providerType === 'another' ? undefined : providerType,
      );
  });
});
