import type { GrownWorld } from './grown-world.js';
import { CALLS, type MeasuredCall } from './list-calls.js';

/** Calls that follow each other: CALLS of the first step, then CALLS of the second, each world with a state of its own. */
export class CallFlow<State> {
  private readonly states = new Map<GrownWorld, State>();

  /** @param begin makes the state of a round; what it asks of the database once is not counted */
  constructor(private readonly begin: (world: GrownWorld) => Promise<State>) {}

  /** The step that a round starts with. */
  first(name: string, once: (world: GrownWorld, state: State, n: number) => Promise<unknown>): MeasuredCall {
    const all = this.step(name, once);
    return {
      name,
      run: async (world) => {
        this.states.set(world, await this.begin(world));
        await all.run(world);
      },
    };
  }

  step(name: string, once: (world: GrownWorld, state: State, n: number) => Promise<unknown>): MeasuredCall {
    const run = async (world: GrownWorld): Promise<void> => {
      for (let n = 0; n < CALLS; n += 1) await once(world, this.states.get(world)!, n);
    };
    return { name, run };
  }
}
