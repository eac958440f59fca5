// Loaded into a process of the service (`node --import`): makes password verifiers at bcrypt's lowest cost. At the real
// one each sign-in takes half a second of a core, of which no suite learns anything that is not about signing in.
import bcrypt from 'bcrypt';

const LOWEST_COST = 4;
const { hash } = bcrypt;
bcrypt.hash = (password) => hash(password, LOWEST_COST);
