const MAX_LENGTH = 280;
const REDACTED = '[redacted]';

/**
 * Patterns of credentials. Those with a larger alphabet come first: a smaller one that matches within it would leave the
 * rest unredacted.
 */
const CREDENTIALS: readonly RegExp[] = [
  /-----BEGIN [A-Z ]+-----[\s\S]*?(?:-----END [A-Z ]+-----|$)/g,
  // JSON Web Tokens, and any other base64 of a JSON object.
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

/** `password=…`, `"api_key": "…"`, `X-Vault-Token: …`: keeps the name, redacts the value. */
const NAMED =
  /((?:pass(?:word|wd|phrase)?|secret|token|credentials?|authorization|signature|cookie|(?:api|access|private|secret|account)[-_ ]?key(?:[-_ ]?id)?)["']?\s*[:=]\s*)(\[redacted\]|"[^"]*"|'[^']*'|[^\s,;&}\])]+)/gi;

/** A run of key-like characters, for looksRandom(). */
const RUN = /[A-Za-z0-9+/=_-]{20,}/g;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Sanitizes an agent's error text for storage and display. The order is fixed (specification, "Errors"): redact
 * credential-shaped strings, then strip JSON, then truncate to 280 characters. It is idempotent: the worker repeats it on
 * what the api stored.
 */
export function sanitizeError(text: string): string {
  return truncate(stripJson(redactCredentials(text)));
}

function redactCredentials(text: string): string {
  const known = CREDENTIALS.reduce((rest, pattern) => rest.replace(pattern, REDACTED), text);
  const named = known.replace(NAMED, `$1${REDACTED}`);
  return named.replace(RUN, (run) => (looksRandom(run) ? REDACTED : run));
}

/** Returns whether a run mixes letters and digits like a key; ids and paths of plain words are not redacted. */
function looksRandom(run: string): boolean {
  if (UUID.test(run) || !/\d/.test(run) || !/[A-Za-z]/.test(run)) return false;
  return (/[a-z]/.test(run) && /[A-Z]/.test(run)) || /[A-Za-z0-9+=_]{32,}/.test(run);
}

/**
 * Removes every JSON object and array; an unclosed one extends to the end of the text. A space is left in its place, so that
 * the surrounding text is not joined to one word.
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

/** Returns the index of the bracket that closes the one at `start`, skipping strings; the last index when none does. */
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

/** Returns one line without control characters, truncated between whole characters. */
function truncate(text: string): string {
  // eslint-disable-next-line no-control-regex -- control characters are what is taken out
  const line = text.replace(/[\u0000-\u001f\u007f-\u009f\s]+/g, ' ').trim();
  if (line.length <= MAX_LENGTH) return line;
  const cut = line.slice(0, MAX_LENGTH);
  return (/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut).trim();
}
