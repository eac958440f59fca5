import { type Document, parseDocument } from 'yaml';
import { AGENT_VARIABLES, isAgentVariable } from './variables.js';

/** An agent in the file. */
export interface FileEntry {
  readonly name: string;
  readonly enrollmentTokenFile: string | null;
  readonly stateFile: string | null;
  readonly stateSecret: string | null;
  /** Variables by name. */
  readonly settings: Readonly<Record<string, string>>;
}

const DNS_LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const MEMBERS = ['name', 'enrollmentTokenFile', 'stateFile', 'stateSecret', 'settings'];
const STATE_MEMBERS = new Map<string, string>([
  ['SVC_AGENT_STATE_FILE', 'stateFile'],
  ['SVC_AGENT_STATE_SECRET', 'stateSecret'],
]);

type Fault = (why: string) => void;
type Members = Readonly<Record<string, unknown>>;

/**
 * Parses the file. Each fault names the agent and the member, never a value; if there are any, the entries must not be used.
 */
export function parseAgentsFile(text: string): { entries: FileEntry[]; faults: string[] } {
  const faults: string[] = [];
  const fault: Fault = (why) => void faults.push(`SVC_AGENT_CONFIG_FILE: ${why}`);
  const list = listIn(text, fault);
  const entries = list.map((each, index) => readEntry(each, index, faults));
  const names = entries.map(({ name }) => name);
  for (const name of new Set(names.filter((each, index) => each !== '' && names.indexOf(each) !== index))) {
    faults.push(`agent ${name}: name is taken by another agent`);
  }
  return { entries, faults };
}

function listIn(text: string, fault: Fault): unknown[] {
  // All scalars are read as strings: 0600 and 1e3 must not be converted to numbers.
  const document = parseDocument(text, { schema: 'failsafe', uniqueKeys: true });
  const [problem] = [...document.errors, ...document.warnings];
  if (problem) {
    // Without the parser's message, which contains the line.
    fault(`is not usable YAML: line ${problem.linePos?.[0].line ?? '?'} (${problem.code})`);
    return [];
  }
  const root = rootOf(document, fault);
  for (const name of Object.keys(root ?? {}))
    if (name !== 'agents') fault(`${spell(name)} is not a member of it`);
  const list: unknown = root?.agents;
  if (Array.isArray(list) && list.length > 0) return list;
  if (root) fault('agents must be a list of at least one agent');
  return [];
}

function rootOf(document: Document, fault: Fault): Members | null {
  try {
    const root = membersOf(document.toJS());
    if (!root) fault('must have the one member agents');
    return root;
  } catch {
    // Aliases are resolved only here. Without the parser's message, which contains the name.
    fault('is not usable YAML: an alias has no anchor before it, or there are too many');
    return null;
  }
}

function readEntry(entry: unknown, index: number, faults: string[]): FileEntry {
  const members = membersOf(entry) ?? {};
  const hasName = typeof members.name === 'string' && DNS_LABEL.test(members.name);
  const name = hasName ? (members.name as string) : '';
  const who = hasName ? `agent ${name}` : `agents[${index}]`;
  const fault: Fault = (why) => void faults.push(`${who}: ${why}`);
  if (!hasName) fault('name must be a DNS label: lower-case letters, digits and hyphens');
  for (const member of Object.keys(members)) {
    if (!MEMBERS.includes(member)) fault(`${spell(member)} is not a member of an agent`);
  }
  const text = (member: string): string | null => textIn(members, member, fault);
  const [stateFile, stateSecret] = [text('stateFile'), text('stateSecret')];
  if (stateFile !== null && stateSecret !== null)
    fault('has stateFile and stateSecret: the state has one place');
  const settings = readSettings(members.settings ?? {}, fault);
  return { name, enrollmentTokenFile: text('enrollmentTokenFile'), stateFile, stateSecret, settings };
}

function readSettings(given: unknown, fault: Fault): Record<string, string> {
  const members = given === '' ? {} : membersOf(given);
  if (!members) fault('settings must be variables by name');
  const settings: Record<string, string> = {};
  for (const [name, value] of Object.entries(members ?? {})) {
    const why =
      refusalOf(name) ?? (typeof value === 'string' ? null : 'must be a text, a number, true or false');
    if (why === null) settings[name] = value as string;
    else fault(`settings.${spell(name)} ${why}`);
  }
  return settings;
}

/** Returns why an agent can't override this variable; null if it can. */
function refusalOf(name: string): string | null {
  if (!isAgentVariable(name)) return 'is no variable of the agent';
  const member = STATE_MEMBERS.get(name);
  if (member !== undefined) return `is given as the member ${member}`;
  const { processWide, secret } = AGENT_VARIABLES[name];
  if (processWide) return 'is for the whole process: set it in its environment';
  return secret ? `is a secret: give ${name}_FILE instead` : null;
}

function textIn(members: Members, member: string, fault: Fault): string | null {
  const value = members[member];
  if (value === undefined) return null;
  if (typeof value === 'string' && value.trim() !== '') return value.trim();
  fault(`${member} must be a text`);
  return null;
}

function membersOf(value: unknown): Members | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : null;
}

/** Matches names of variables and members. */
const VARIABLE_OR_MEMBER = /^(?:[A-Z][A-Z_]{0,63}|[a-z]{1,16}(?:[A-Z][a-z]{1,15}){0,2})$/;

/** Returns a printable name. Other text is replaced, because it may be anything, such as a pasted secret. */
function spell(name: string): string {
  return VARIABLE_OR_MEMBER.test(name) ? name : 'something';
}
