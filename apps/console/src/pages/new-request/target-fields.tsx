import type { JSX } from 'react';
import { environmentLabel } from '../../ui/environment-label.js';
import { NamedSelect } from '../../ui/named-select.js';
import styles from './page.module.css';
import type { CrossTeamTarget } from './use-cross-team-target.js';

/** The target of a cross-team request: team, project and environment. */
export function TargetFields({ target }: { target: CrossTeamTarget }): JSX.Element {
  const { teams, projects, environments, chooseTeam, chooseProject, chooseEnvironment } = target;
  const { target_team_id: team, target_project_id: project, target_environment_id: environment } = target;
  return (
    <fieldset className={styles.keys}>
      <legend>Who provides the values</legend>
      <div className={styles.target}>
        <NamedSelect
          name="target_team_id"
          label="Team"
          value={team}
          onChange={({ target: { value } }) => chooseTeam(value)}
          rows={teams}
          none="Any"
        />
        <NamedSelect
          name="target_project_id"
          label="of its project"
          value={project}
          onChange={({ target: { value } }) => chooseProject(value)}
          rows={projects}
        />
        <NamedSelect
          name="target_environment_id"
          label="as they are in"
          value={environment}
          onChange={({ target: { value } }) => chooseEnvironment(value)}
          rows={environments}
          labelOf={environmentLabel}
          none={project === '' ? 'Choose the project first' : 'Choose…'}
        />
      </div>
    </fieldset>
  );
}
