export { Scheduler } from './scheduler.js';
export type { Task } from './task.js';
