import { type Kind, name, oneOf, integer, ref, refs, text } from '../kind.js';

const description = { shape: { is: 'text', most: 1900 }, about: 'what it is for' } as const;
const status = oneOf(['active', 'archived'], 'archived: nothing new can be asked for there');

const team: Kind = {
  about: 'A team. Projects belong to teams; rules of a team reach the projects below it.',
  named: true,
  marked: false,
  members: { parent: name('the team that it is part of', { nullable: true }), status },
  identity: (named) => [named],
  references: (spec) => refs(ref(spec, 'parent', 'Team')),
};

const project: Kind = {
  about: 'A project, which has environments.',
  named: true,
  marked: true,
  members: { team: name('the team that it belongs to', { nullable: true }), description, status },
  identity: (named) => [named],
  references: (spec) => refs(ref(spec, 'team', 'Team')),
};

const environment: Kind = {
  about: 'An environment of a project.',
  named: true,
  marked: true,
  members: {
    project: name('the project that it is part of', { required: true, fixed: true }),
    type: oneOf(['dev', 'uat', 'staging', 'prod', 'other'], 'what it is used as', {
      required: true,
      fixed: true,
    }),
    kind: oneOf(['non_prod', 'prod'], 'which rules may govern it; else by its type', { fixed: true }),
    risk_level: { ...integer(0, 4, 'how much harm a secret of it can do'), required: true },
    description,
  },
  identity: (named, spec) => [text(spec, 'project'), named],
  references: (spec) => refs(ref(spec, 'project', 'Project')),
};

/** Kinds for the organisation. */
export const PLACES = { Team: team, Project: project, Environment: environment };
