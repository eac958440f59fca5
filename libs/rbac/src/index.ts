export { actorOf, type Caller } from './caller.js';
