import { describe, expect, it } from '@jest/globals';
import { PERMISSION_CATALOG } from '#libs/permissions';
import { parsePermissions } from './parse-permissions.js';

describe('the permissions of a role', () => {
  it('are deduplicated, in the order of the catalog', () => {
    expect(parsePermissions(['audit.read', 'secret.request', 'role.edit', 'secret.request'])).toEqual([
      'role.edit',
      'secret.request',
      'audit.read',
    ]);
    expect(parsePermissions([])).toEqual([]);
    const all = PERMISSION_CATALOG.map(({ permission }) => permission);
    expect(parsePermissions([...all].reverse())).toEqual(all);
  });

  it('are rejected with every unknown name once', () => {
    const texts = ['secret.request', 'secret.*', 'root', 'secret.*'];
    expect(() => parsePermissions(texts)).toThrow(
      expect.objectContaining({ code: 'permission_unknown', extra: { unknown: ['secret.*', 'root'] } }),
    );
  });
});
