import fc from 'fast-check';

// Mutation testing compares runs: the same cases each time, and no search for a smaller one that fails too.
fc.configureGlobal({ seed: 20261121, endOnFailure: true });
