// Imported by a process of the service (`node --import`) or by a spec: hashes passwords at bcrypt's lowest cost, and compares
// with no other. At the real cost each sign-in takes half a second of a core, from which only suites about that cost learn something.
import bcrypt from 'bcrypt';

const LOWEST_COST = 4;
const { hash, compare } = bcrypt;
bcrypt.hash = (password) => hash(password, LOWEST_COST);
/** A hash at another cost is the one that stands for an unknown account: no password matches it. */
bcrypt.compare = async (password, hashed) =>
  bcrypt.getRounds(hashed) === LOWEST_COST && (await compare(password, hashed));
