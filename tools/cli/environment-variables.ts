import { programOf } from '../../apps/cli/src/program.js';
import { VARIABLES } from '../../apps/cli/src/variables.js';
import { type DescribedOption, describedCommands, globalOptions } from './described-commands.js';

/** Returns the variables that the command line reads, with their meanings. */
export function environmentVariables(): (readonly [name: string, about: string])[] {
  const program = programOf();
  const options = [
    ...globalOptions(program),
    ...describedCommands(program).flatMap(({ options: own }) => own),
  ];
  const ofOptions = new Map(options.flatMap(ofOption));
  const others = Object.entries(VARIABLES).flatMap(([name, about]) =>
    about === null ? [] : [[name, about] as const],
  );
  return [...ofOptions, ...others];
}

function ofOption({ variable, flags }: DescribedOption): (readonly [string, string])[] {
  const long = flags.split(', ').at(-1)!;
  return variable === null ? [] : [[variable, `The value of \`${long}\` where that is not given.`]];
}
