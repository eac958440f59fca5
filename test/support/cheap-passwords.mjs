// Loaded into a process of the service (`node --import`): makes password verifiers at bcrypt's lowest cost. For suites that
// sign in a hundred people and are about something else: at the real cost each takes half a second of a core.
import bcrypt from 'bcrypt';

const LOWEST_COST = 4;
const { hash } = bcrypt;
bcrypt.hash = (password) => hash(password, LOWEST_COST);
