import { type Kind, name, NAME, ref, refs, text } from '../kind.js';

const role: Kind = {
  about: 'A role: permissions that a grant gives to a person.',
  named: true,
  marked: true,
  members: {
    description: { shape: { is: 'text', most: 1900 }, about: 'what it is for', fixed: true },
    permissions: {
      shape: { is: 'set', of: NAME, most: 100 },
      about: 'what holders may do; the order does not matter',
      required: true,
    },
  },
  identity: (named) => [named],
  references: () => [],
};

const grant: Kind = {
  about: 'A role that a person holds: everywhere, in a project, or in a team and the teams below it.',
  named: false,
  removable: true,
  marked: false,
  members: {
    user: name('the e-mail address of an account that exists', { required: true, fixed: true }),
    role: name('the role', { required: true, fixed: true }),
    project: name('in this project alone', { fixed: true }),
    team: name('in the projects of this team alone', { fixed: true }),
  },
  identity: (_, spec) => ['user', 'role', 'project', 'team'].map((member) => text(spec, member)),
  references: (spec) =>
    refs(
      ref(spec, 'user', 'User'),
      ref(spec, 'role', 'Role'),
      ref(spec, 'project', 'Project'),
      ref(spec, 'team', 'Team'),
    ),
  fault: ({ project, team }) =>
    project !== undefined && team !== undefined
      ? { member: 'team', message: 'a grant is for a project or for a team, not for both' }
      : null,
};

/** Kinds for permissions. */
export const PEOPLE = { Role: role, Grant: grant };
