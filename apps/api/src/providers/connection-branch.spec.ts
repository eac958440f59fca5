import { describe, expect, it } from '@jest/globals';
import { branchOf } from './connection-branch.js';

const [project_id, environment_id] = ['p', 'e'];

describe('the branch of GET /provider-connections', () => {
  it.each([
    [{}, { kind: 'administration' }],
    [{ for_binding: 'false' }, { kind: 'administration' }],
    [{ project_id }, { kind: 'requests', projectId: 'p', environmentId: null }],
    [
      { project_id, for_binding: 'false' },
      { kind: 'requests', projectId: 'p', environmentId: null },
    ],
    [
      { project_id, environment_id },
      { kind: 'requests', projectId: 'p', environmentId: 'e' },
    ],
    [
      { project_id, environment_id, for_binding: 'true' },
      { kind: 'binding', projectId: 'p', environmentId: 'e' },
    ],
  ] as const)('for %j is %j', (query, branch) => {
    expect(branchOf(query)).toEqual(branch);
  });

  it.each([
    [{ environment_id }, 'project_id_required'],
    [{ environment_id, for_binding: 'true' }, 'project_id_required'],
    [{ for_binding: 'true' }, 'project_id_required'],
    [{ project_id, for_binding: 'true' }, 'environment_id_required'],
  ] as const)('for %j is refused with %s', (query, code) => {
    expect(() => branchOf(query)).toThrow(expect.objectContaining({ code, kind: 'invalid' }));
  });
});
