// Loaded before the program of every child (--import): when the start is killed, its channel closes, and
// the child ends too instead of keeping its port. Nothing to save: each of them survives a kill by design.
process.on('disconnect', () => process.exit(1));
process.channel?.unref();
