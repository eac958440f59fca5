// Preloaded into every child (--import): if the parent is killed, its channel closes, and the child exits instead of keeping
// its port. Nothing needs saving, because every program survives a kill by design.
process.on('disconnect', () => process.exit(1));
process.channel?.unref();
