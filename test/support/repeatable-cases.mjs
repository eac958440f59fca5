import fc from 'fast-check';

// Mutation testing compares runs: the same cases each time, and few where a property names no number of its own. It does
// not search for a smaller case that fails too.
fc.configureGlobal({ seed: 20261121, numRuns: 30, endOnFailure: true });
