import fc from 'fast-check';
import { PERSON_ACTIONS, type PersonAction, type Snapshot, SNAPSHOTS } from '../domain/cross-team-stage.js';

/** The users of a walk; the first is the requester. */
export const WALK_ACTORS = ['ann', 'bob', 'cid', 'dee', 'eve'] as const;
export type WalkActor = (typeof WALK_ACTORS)[number];

export type Step =
  | { readonly who: WalkActor; readonly does: PersonAction }
  | { readonly happens: 'time' | 'sweep' | 'success' | 'failure' | 'removal' };

const act = fc.record({ who: fc.constantFrom(...WALK_ACTORS), does: fc.constantFrom(...PERSON_ACTIONS) });
const event = fc.record({ happens: fc.constantFrom('time', 'sweep', 'success', 'failure', 'removal') });

/** Random sequences of actions and events, mostly actions, on a request of any snapshot. */
export const walks: fc.Arbitrary<{ snapshot: Snapshot; steps: Step[] }> = fc.record({
  snapshot: fc.constantFrom(...SNAPSHOTS),
  steps: fc.array(
    fc.oneof({ weight: 6, arbitrary: act }, { weight: 1, arbitrary: event }) as fc.Arbitrary<Step>,
    {
      minLength: 1,
      maxLength: 24,
      size: 'max',
    },
  ),
});
