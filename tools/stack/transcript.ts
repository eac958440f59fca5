import type { TrailLine } from './audit-trail.js';
import type { MainJob } from './main-job.js';
import type { Paint } from './paint.js';

/** Of fixed length, so that the mask does not reveal the value's. */
const MASK = '••••••••••••';

/** The participants, besides the job itself. */
export interface Actors {
  readonly developer: string;
  readonly approver: string;
  readonly team: string;
  readonly project: string;
  readonly environment: { readonly name: string; readonly kind: string };
  readonly connection: { readonly name: string; readonly type: string };
  readonly agent: string;
}

/** Returns the transcript's lines. They contain the value only with `show`. */
export function transcriptOf(
  job: MainJob,
  actors: Actors,
  options: { show: boolean; paint: Paint },
): string[] {
  const { paint } = options;
  const scenes = [
    asked(job, actors),
    decided(job),
    approved(job, actors),
    fetched(job, actors),
    revealed(job, actors, options.show),
    again(job),
  ];
  const numbered = scenes.flatMap(([verb, ...lines], index) => scene(index + 1, verb!, lines, paint));
  const title = paint.bold('One stored secret: requested, approved, fetched, revealed once');
  return [title, '', ...numbered, '', paint.bold('Its audit trail'), ...trailLines(job, paint)];
}

function asked(job: MainJob, actors: Actors): string[] {
  const { name, kind } = actors.environment;
  return [
    'asked',
    `${actors.developer}, developer of team ${actors.team}, asks to read`,
    `${job.secretRef} (${job.keys.join(', ')}) of ${actors.project}/${name} (${kind})`,
    `through ${actors.connection.name} (${actors.connection.type}): “${job.justification}”`,
  ];
}

function decided({ rule, workflow }: MainJob): string[] {
  const votes = workflow.min_approvers === 1 ? '1 approval' : `${workflow.min_approvers} approvals`;
  const self = workflow.allow_self_approval ? 'own approval allowed' : 'never by the requester';
  return ['decided', `rule ${rule} chose workflow ${workflow.name}: ${votes}, ${self}`];
}

function approved(job: MainJob, actors: Actors): string[] {
  const who = `${actors.approver}, approver of team ${actors.team}`;
  return ['approved', who, `after a step-up with a one-time code (TOTP): “${job.comment}”`];
}

function fetched(job: MainJob, actors: Actors): string[] {
  const sealed = `sealed ${job.keys.length} value for the control plane`;
  return ['fetched', `agent ${actors.agent} claimed the job, read the store and ${sealed}`];
}

function revealed(job: MainJob, actors: Actors, show: boolean): string[] {
  const value = show ? job.value : MASK;
  const check = job.valueIsRight ? 'the stored value' : 'NOT the value of the store';
  return [
    'revealed',
    `${job.keys[0]} = ${value}`,
    `once, to ${actors.developer} after a step-up (TOTP): ${check}`,
  ];
}

function again({ second }: MainJob): string[] {
  return ['refused', `a second retrieval: ${second.status} ${second.code}`];
}

function scene(number: number, verb: string, lines: string[], paint: Paint): string[] {
  return lines.map((line, index) =>
    index === 0
      ? `  ${paint.dim(`${number}`)}  ${paint.bold(verb.padEnd(9))} ${line}`
      : `${' '.repeat(15)}${line}`,
  );
}

function trailLines({ trail, request }: MainJob, paint: Paint): string[] {
  const width = (pick: (line: TrailLine) => string): number =>
    Math.max(...trail.map((line) => pick(line).length));
  const actorWidth = width(({ actor }) => actor);
  const actionWidth = width(({ action }) => action);
  const lines = trail.map(({ time, actor, action, status }) => {
    const outcome = status === 'success' ? paint.good(status) : paint.bad(status);
    return `  ${paint.dim(time)}  ${actor.padEnd(actorWidth)}  ${action.padEnd(actionWidth)}  ${outcome}`;
  });
  return [...lines, paint.dim(`  correlation id ${request.correlation_id}`)];
}
