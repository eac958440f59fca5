const MAX_LENGTH = 280;
const REDACTED = '[redacted]';

/**
 * What credentials look like, whatever surrounds them. Those of a wider alphabet come first: a narrow one found
 * inside a wide one would leave the rest of it standing.
 */
const CREDENTIALS: readonly RegExp[] = [
  /-----BEGIN [A-Z ]+-----[\s\S]*?(?:-----END [A-Z ]+-----|$)/g,
  // JSON Web Tokens, and whatever else is base64 of an object.
  /(?:\beyJ[\w+/=.-]+|eyJ[\w+/=.-]{10,})/g,
  /hv[sbr]\.[\w-]+/g,
  /ya29\.[\w-]+/g,
  /AIza[\w-]{10,}/g,
  /(?:gh[pousr]_|github_pat_|glpat-|xox[a-z]-|sk[-_])[\w-]{8,}/g,
  /(?:AKIA|ASIA)[0-9A-Z]{8,}/g,
  /\b(?:Bearer|Basic)\s+[^\s"',;]+/gi,
  // The userinfo of a URL.
  /(?<=:\/\/)[^\s/@]+(?=@)/g,
];

/** `password=…`, `"api_key": "…"`, `X-Vault-Token: …`: the name stays, the value goes. */
const NAMED =
  /((?:pass(?:word|wd|phrase)?|secret|token|credentials?|authorization|signature|cookie|(?:api|access|private|secret|account)[-_ ]?key(?:[-_ ]?id)?)["']?\s*[:=]\s*)(\[redacted\]|"[^"]*"|'[^']*'|[^\s,;&}\])]+)/gi;

/** A run of key-like characters, to be judged by looksRandom(). */
const RUN = /[A-Za-z0-9+/=_-]{20,}/g;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Makes an agent's error text fit to be stored and shown. The order is fixed (specification, "Errors"): redact
 * credential-shaped strings, then strip JSON blobs, then truncate to 280 characters. The worker runs it
 * again on what the api stored, which changes nothing more.
 */
export function sanitizeError(text: string): string {
  return truncate(stripJson(redactCredentials(text)));
}

function redactCredentials(text: string): string {
  const known = CREDENTIALS.reduce((rest, pattern) => rest.replace(pattern, REDACTED), text);
  const named = known.replace(NAMED, `$1${REDACTED}`);
  return named.replace(RUN, (run) => (looksRandom(run) ? REDACTED : run));
}

/** Letters and digits mixed as in a key; ids and paths of plain words stay readable. */
function looksRandom(run: string): boolean {
  if (UUID.test(run) || !/\d/.test(run) || !/[A-Za-z]/.test(run)) return false;
  return (/[a-z]/.test(run) && /[A-Z]/.test(run)) || /[A-Za-z0-9+=_]{32,}/.test(run);
}

/**
 * Takes out every JSON object and array; one that is never closed goes to the end of the text. A space stays, so
 * that what stood on its two sides does not become one word.
 */
function stripJson(text: string): string {
  let kept = '';
  for (let at = 0; at < text.length; at += 1) {
    const opens = opensJson(text, at);
    kept += opens ? ' ' : text[at];
    if (opens) at = endOfJson(text, at);
  }
  return kept;
}

function opensJson(text: string, at: number): boolean {
  if (text[at] === '{') return true;
  return text[at] === '[' && /^\[\s*(?:["[{\]\d-]|true|false|null)/.test(text.slice(at, at + 20));
}

/** The index of the bracket that closes the one at `start`, minding strings; the last index when none does. */
function endOfJson(text: string, start: number): number {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (inString && char === '\\') at += 1;
    else if (char === '"') inString = !inString;
    else if (!inString && '{['.includes(char)) depth += 1;
    else if (!inString && '}]'.includes(char)) depth -= 1;
    if (depth === 0) return at;
  }
  return text.length - 1;
}

/** On one line, without control characters, cut between whole characters. */
function truncate(text: string): string {
  // eslint-disable-next-line no-control-regex -- control characters are what is taken out
  const line = text.replace(/[\u0000-\u001f\u007f-\u009f\s]+/g, ' ').trim();
  if (line.length <= MAX_LENGTH) return line;
  const cut = line.slice(0, MAX_LENGTH);
  return (/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut).trim();
}
