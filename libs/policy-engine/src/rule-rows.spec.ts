import { describe, expect, it } from '@jest/globals';
import { compile } from './compile.js';
import { bitFieldsOf, keysOf } from './key-bits.js';
import { aRule } from './testing/a-rule.js';
import { vocabularyOf } from './vocabulary.js';

describe('the row of a rule', () => {
  it('says nothing twice: neither what its bits say, nor its prefix, nor the project whose rule it is', () => {
    const kind = { environment_kind: 'non_prod', operation: 'read' };
    const furtherOf = (...rules: Parameters<typeof compile>[0]) => compile(rules, 9000).rows.further;
    expect(furtherOf(aRule(), aRule({ selector: { ...kind, secret_ref_prefix: 'a' } }))).toEqual([]);
    expect(furtherOf(aRule({ projectId: 'p', selector: { ...kind, project_id: 'p' } }))).toEqual([]);
    expect(furtherOf(aRule({ selector: { ...kind, project_id: 'p', environment: 'dev' } }))).toEqual([
      [
        ['project_id', 'p'],
        ['environment', 'dev'],
      ],
    ]);
  });

  it('has bits for a key of up to six values', () => {
    const ruleOf = (provider_type: string) => aRule({ selector: { provider_type } });
    const fields = (count: number) =>
      keysOf(bitFieldsOf(vocabularyOf(Array.from({ length: count }, (_, n) => ruleOf(`type-${n}`)))));
    expect(fields(6)).toEqual(['environment_kind', 'provider_type', 'operation', 'type']);
    expect(fields(7)).toEqual(['environment_kind', 'operation', 'type']);
  });
});
