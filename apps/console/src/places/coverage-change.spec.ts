import { describe, expect, it } from '@jest/globals';
import { coverageChanges } from './coverage-change.js';

const grant = (user: string, role: string, scope: object) => ({
  ...{ user_id: user, role_id: role, role_name: role, scope },
});
const team = (...teamIds: string[]) => ({ projectId: null, teamIds });

describe('what a move changes for people', () => {
  it('is the roles whose grants cover the place only before or only after', () => {
    const grants = [
      grant('ada', 'developer', { team_id: 'old' }),
      grant('ada', 'developer', { team_id: 'new' }),
      grant('bob', 'approver', { team_id: 'old' }),
      grant('cyd', 'developer', { team_id: 'new' }),
      grant('cyd', 'approver', { team_id: 'new' }),
      grant('dee', 'admin', {}),
      grant('eve', 'developer', { team_id: 'moved' }),
    ];
    expect(coverageChanges(grants, team('moved', 'old'), team('moved', 'new'))).toEqual({
      gain: [{ userId: 'cyd', roles: ['developer', 'approver'] }],
      lose: [{ userId: 'bob', roles: ['approver'] }],
    });
  });

  it('is nothing for holders of a global grant', () => {
    const grants = [grant('dee', 'admin', {}), grant('dee', 'admin', { team_id: 'new' })];
    expect(coverageChanges(grants, team('moved'), team('moved', 'new'))).toEqual({ gain: [], lose: [] });
  });
});
