import { playAccess } from './access-story.js';
import { type AgentIdentity, AgentTurn, enrollAgent } from './agent-lane.js';
import { playCrossTeam } from './cross-team-story.js';
import { playEnrollment, playSignIn } from './identity-story.js';
import type { Journal } from './journal.js';
import { Lane, Story } from './lane.js';
import { playLooking } from './looking-story.js';
import type { Place } from './place.js';

const AGENTS = 4;

/** People, agents and accounts that keep the fleet busy. */
export class Load {
  private constructor(
    private readonly people: readonly Lane[],
    private readonly agents: readonly Lane[],
  ) {}

  static async start(seed: string, place: Place, journal: Journal): Promise<Load> {
    const make = (name: string): Story => new Story(name, seed, place, journal);
    const lanes = (
      name: string,
      count: number,
      pauseMs: number,
      play: (story: Story) => Promise<void>,
    ): Lane[] => Array.from({ length: count }, (_, n) => new Lane(`${name}-${n}`, make, play, pauseMs));
    const identities: AgentIdentity[] = [];
    for (let n = 0; n < AGENTS; n += 1) identities.push(await enrollAgent(make(`agent-${n}/enrollment`)));
    const agents = identities.flatMap((identity, n) =>
      lanes(`agent-${n}`, 1, 5, (story) => new AgentTurn(story, identity).play()),
    );
    const people = [
      ...lanes('access', 6, 60, playAccess),
      ...lanes('cross-team', 3, 60, playCrossTeam),
      ...lanes('enrollment', 1, 700, playEnrollment),
      ...lanes('sign-in', 1, 500, playSignIn),
      ...lanes('looking', 2, 150, playLooking),
    ];
    for (const lane of [...agents, ...people]) lane.start();
    return new Load(people, agents);
  }

  /** Ends the stories of people; agents go on with what is queued. */
  async stopPeople(): Promise<void> {
    await Promise.all(this.people.map((lane) => lane.stop()));
  }

  async stopAgents(): Promise<void> {
    await Promise.all(this.agents.map((lane) => lane.stop()));
  }
}
