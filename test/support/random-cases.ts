/** For each changed program of mutation testing, of which there are thousands. */
const FOR_A_MUTANT = 100;

/** Returns how many random cases a property takes in an ordinary run, and in a nightly one (NIGHTLY=1). */
export function randomCases(ordinary: number, nightly = ordinary): number {
  if (process.env.MUTATION_PART) return FOR_A_MUTANT;
  return process.env.NIGHTLY === '1' ? nightly : ordinary;
}
