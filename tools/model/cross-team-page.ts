import { format } from 'prettier';
import {
  type Action,
  PERSON_ACTIONS,
  RELATIONS,
  SNAPSHOTS,
  type Stage,
  STAGE_NAMES,
  STAGES,
  SYSTEM_ACTIONS,
} from '../../libs/cross-team/src/domain/cross-team-stage.js';
import {
  CROSS_TEAM_TABLE,
  nextStage,
  type Outcome,
  type TableRow,
} from '../../libs/cross-team/src/domain/cross-team-table.js';

/** The page's path, relative to the working directory. */
export const PAGE = 'docs/cross-team-states.md';

const INTRODUCTION = `# States of a cross-team request

<!-- Generated from libs/cross-team/src/domain/cross-team-table.ts by \`npm run model page\`. Do not edit. -->

Where a request stands is its _stage_. It is finer than the stored status: while values wait for their votes, what a
vote does depends on which are there. A person with the permission for an action gets what the tables below say;
permission and coverage are looked at before.

A vote counts while its voter is active and holds the permission that it was given by. A stage says which votes count:
the loss of the source vote leads from awaiting_security back to awaiting_both, and its return forward again. Where both
count and nobody has decided, the next vote does, also one that is cast again.`;

/** Returns the page, as prettier leaves it. */
export async function crossTeamPage(): Promise<string> {
  const parts = [
    INTRODUCTION,
    '## Diagram',
    diagram(),
    '## What people do',
    ...PERSON_ACTIONS.flatMap((action) => [`### ${titleOf(action)}`, actionTable(action)]),
    '## What happens without a person',
    systemTable(),
  ];
  return format(parts.join('\n\n'), { parser: 'markdown', printWidth: 110 });
}

function titleOf(action: Action): string {
  const words = action.replace('_', ' as ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The stages of verification in a box with their transitions, then the rest. */
function diagram(): string {
  const isInside = (stage: Stage): boolean => STAGES[stage] === 'pending_verification';
  const inside = STAGE_NAMES.filter(isInside);
  const name = (stage: Stage): string => `${stage}: ${stage.replaceAll('_', ' ')}`;
  const edges = edgesOf(CROSS_TEAM_TABLE);
  const among = edges.filter(({ from, to }) => isInside(from) && isInside(to));
  const line = ({ from, to, labels }: Edge): string => `${from} --> ${to}: ${[...labels].join(', ')}`;
  const ends = STAGE_NAMES.filter(
    (stage) => !CROSS_TEAM_TABLE.some((row) => row.stage === stage && moves(row)),
  );
  return [
    '```mermaid',
    'stateDiagram-v2',
    '  state pending_verification {',
    ...[...inside.map(name), ...among.map(line)].map((each) => `    ${each}`),
    '  }',
    ...STAGE_NAMES.filter((stage) => !isInside(stage)).map((stage) => `  ${name(stage)}`),
    '  [*] --> awaiting_values: submit',
    '  awaiting_values --> overdue: time passes',
    ...edges.filter((edge) => !among.includes(edge)).map((edge) => `  ${line(edge)}`),
    ...ends.map((stage) => `  ${stage} --> [*]`),
    '```',
  ].join('\n');
}

function moves({ outcome }: TableRow): boolean {
  return outcome.kind === 'done';
}

interface Edge {
  readonly from: Stage;
  readonly to: Stage;
  readonly labels: Set<string>;
}

/** Each pair of different stages with the transitions between them. */
function edgesOf(rows: readonly TableRow[]): Edge[] {
  const edges = new Map<string, Edge>();
  for (const row of rows) {
    if (row.outcome.kind !== 'done') continue;
    for (const snapshot of SNAPSHOTS) {
      const [from, to] = [row.stage, nextStage(row.outcome.next, snapshot)];
      if (to === from) continue;
      const edge = edges.get(`${from} ${to}`) ?? { from, to, labels: new Set() };
      edge.labels.add(labelOf(row, snapshot));
      edges.set(`${from} ${to}`, edge);
    }
  }
  return [...edges.values()];
}

/** Descriptions of actions that no person takes. */
const HAPPENINGS: Readonly<Partial<Record<Action, string>>> = {
  expire: 'sweeper',
  succeed: 'agent succeeds',
  fail: 'agent fails',
  remove_place: 'environment deleted',
  disable_requester: 'requester disabled',
};

function labelOf({ action, outcome }: TableRow, snapshot: string): string {
  const depends = outcome.kind === 'done' && typeof outcome.next !== 'string';
  const words = HAPPENINGS[action] ?? action.replaceAll('_', ' ');
  return depends ? `${words} (${snapshot.replaceAll('_', ' ')})` : words;
}

/** Returns one line per stage and outcome; the most common outcome is listed as that of all other actors. */
function actionTable(action: Action): string {
  const lines = STAGE_NAMES.flatMap((stage) => {
    const groups = new Map<string, string[]>();
    for (const actor of RELATIONS) {
      const text = textOf(rowFor(stage, action, actor).outcome);
      groups.set(text, [...(groups.get(text) ?? []), actor]);
    }
    return [...groups].map(([text, actors]) => `| ${stage} | ${whom(actors, groups.size)} | ${text} |`);
  });
  return ['| Stage | Who | What comes of it |', '| --- | --- | --- |', ...lines].join('\n');
}

function whom(actors: readonly string[], groups: number): string {
  if (groups === 1) return 'everybody';
  if (actors.includes('other')) return 'everybody else';
  return actors.map((actor) => actor.replaceAll('_', ' ')).join(', ');
}

function systemTable(): string {
  const lines = STAGE_NAMES.map((stage) => {
    const cells = SYSTEM_ACTIONS.map((action) => textOf(rowFor(stage, action, 'system').outcome));
    return `| ${stage} | ${cells.join(' | ')} |`;
  });
  const header =
    '| Stage | the sweeper comes by | the agent succeeds | the agent fails | the environment is deleted | the requester is disabled |';
  return [header, `|${' --- |'.repeat(SYSTEM_ACTIONS.length + 1)}`, ...lines].join('\n');
}

function rowFor(stage: Stage, action: Action, actor: TableRow['actor']): TableRow {
  return CROSS_TEAM_TABLE.find(
    (row) => row.stage === stage && row.action === action && row.actor === actor,
  ) as TableRow;
}

function textOf(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'ignored':
      return '–';
    case 'refused':
      return `\`${outcome.code}\`${outcome.next ? ` and **${outcome.next}**` : ''}`;
    case 'done': {
      const { next } = outcome;
      if (typeof next === 'string') return `**${next}**`;
      return SNAPSHOTS.map((snapshot) => `**${next[snapshot]}** (${snapshot.replaceAll('_', ' ')})`).join(
        ', ',
      );
    }
  }
}
