// Loaded into a process of the service (`node --import`): keeps its event loop while somebody is connected.
import { createServer } from 'node:net';
import { setImmediate } from 'node:timers';

/** More than the lag at which it counts as overloaded; every dependency is still heard in time. */
const AT_A_TIME_MS = 300;
const never = new Int32Array(new SharedArrayBuffer(4));
let connected = 0;

/** Sleeps, so that the machine's other processes go on. */
function block() {
  if (connected === 0) return;
  Atomics.wait(never, 0, 0, AT_A_TIME_MS);
  setImmediate(block);
}

createServer((socket) => {
  connected += 1;
  socket.on('error', () => undefined).on('close', () => (connected -= 1));
  socket.resume();
  if (connected === 1) block();
})
  .listen(process.env.LOOP_BLOCKER)
  .unref();
