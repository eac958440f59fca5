import type { JSX } from 'react';
import { SelectField } from '../../ui/form.js';
import styles from './page.module.css';
import type { HandOver } from './use-hand-over.js';

/** Whose values are asked for, as a sentence of three choices. */
export function Target({ handOver }: { handOver: HandOver }): JSX.Element {
  const { teams, projects, environments, chooseTeam, chooseProject, chooseEnvironment } = handOver;
  const { target_team_id: team, target_project_id: project, target_environment_id: environment } = handOver;
  return (
    <fieldset className={styles.keys}>
      <legend>Who provides the values</legend>
      <div className={styles.target}>
        <SelectField
          name="target_team_id"
          label="Team"
          value={team}
          onChange={({ target: { value } }) => chooseTeam(value)}
        >
          <option value="">Any</option>
          {teams.map(optionOf)}
        </SelectField>
        <SelectField
          name="target_project_id"
          label="of its project"
          value={project}
          onChange={({ target: { value } }) => chooseProject(value)}
        >
          <option value="">Choose…</option>
          {projects.map(optionOf)}
        </SelectField>
        <SelectField
          name="target_environment_id"
          label="as they are in"
          value={environment}
          onChange={({ target: { value } }) => chooseEnvironment(value)}
        >
          <option value="">{project === '' ? 'Choose the project first' : 'Choose…'}</option>
          {environments.map(({ id, name, kind }) => optionOf({ id, name: nameOf(name, kind) }))}
        </SelectField>
      </div>
    </fieldset>
  );
}

function optionOf({ id, name }: { id: string; name: string }): JSX.Element {
  return (
    <option key={id} value={id}>
      {name}
    </option>
  );
}

function nameOf(name: string, kind: string): string {
  return kind === 'prod' && !name.includes('prod') ? `${name} (prod)` : name;
}
