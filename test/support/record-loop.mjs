// Loaded into a process of the service (`node --import`): tells how long its event loop was kept at a time.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setInterval } from 'node:timers';

/**
 * Milliseconds that the main thread has computed. What else the machine does at the same time does not count, which
 * only Linux tells of one thread; elsewhere it is the time that has passed.
 */
function busyMs() {
  try {
    return Number(readFileSync('/proc/self/schedstat', 'latin1').split(' ', 1)[0]) / 1e6;
  } catch {
    return performance.now();
  }
}

let longest = 0;
let last = busyMs();
function look() {
  const now = busyMs();
  longest = Math.max(longest, now - last);
  last = now;
}

setInterval(look, 1).unref();
createServer((socket) => {
  look();
  socket.on('error', () => undefined).end(String(longest));
  longest = 0;
})
  .listen(process.env.LOOP_RECORDER)
  .unref();
