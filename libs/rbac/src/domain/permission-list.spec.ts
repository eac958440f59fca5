import { describe, expect, it } from '@jest/globals';
import { PERMISSION_CATALOG } from '#libs/permissions';
import { permissionList } from './permission-list.js';

describe('the permissions of a role', () => {
  it('are kept each once and in the order of the catalog, however they come', () => {
    expect(permissionList(['audit.read', 'secret.request', 'role.edit', 'secret.request'])).toEqual([
      'role.edit',
      'secret.request',
      'audit.read',
    ]);
    expect(permissionList([])).toEqual([]);
    const all = PERMISSION_CATALOG.map(({ permission }) => permission);
    expect(permissionList([...all].reverse())).toEqual(all);
  });

  it('are refused where the catalog lacks one, with every such name once', () => {
    const texts = ['secret.request', 'secret.*', 'root', 'secret.*'];
    expect(() => permissionList(texts)).toThrow(
      expect.objectContaining({ code: 'permission_unknown', extra: { unknown: ['secret.*', 'root'] } }),
    );
  });
});
