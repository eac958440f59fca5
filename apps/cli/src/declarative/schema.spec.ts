import { describe, expect, it } from '@jest/globals';
import { KIND_NAMES } from './kind.js';
import { KINDS } from './kinds/all.js';
import { schemaOf } from './schema.js';

describe('the schema', () => {
  it('describes every kind, from the table used for validation', () => {
    const { $defs } = schemaOf(null) as { $defs: Record<string, any> };
    expect(Object.keys($defs)).toEqual([...KIND_NAMES]);
    for (const kind of KIND_NAMES) {
      const { properties, additionalProperties } = $defs[kind];
      expect(additionalProperties).toBe(false);
      expect(properties.kind.enum).toEqual([kind]);
      expect(Object.keys(properties.spec.properties)).toEqual(Object.keys(KINDS[kind].members));
    }
  });

  it('describes the type of each member', () => {
    const { properties } = schemaOf('Team') as any;
    expect(properties.spec).toEqual({
      description: KINDS.Team.about,
      type: 'object',
      additionalProperties: false,
      properties: {
        parent: {
          description: 'the team that it is part of',
          anyOf: [{ type: 'string', maxLength: 200, pattern: '\\S' }, { type: 'null' }],
        },
        status: { description: expect.any(String), enum: ['active', 'archived'] },
      },
    });
    expect((schemaOf('Role') as any).properties.spec.properties.permissions).toMatchObject({
      type: 'array',
      uniqueItems: true,
    });
    expect((schemaOf('Grant') as any).properties.spec.required).toEqual(['user', 'role']);
    expect((schemaOf('Team') as any).required).toEqual(['apiVersion', 'kind', 'metadata', 'spec']);
    expect((schemaOf('Grant') as any).required).toEqual(['apiVersion', 'kind', 'spec']);
  });
});
