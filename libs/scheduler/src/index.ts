export { Scheduler } from './scheduler.js';
export { SchedulerModule } from './scheduler.module.js';
export type { Task } from './task.js';
