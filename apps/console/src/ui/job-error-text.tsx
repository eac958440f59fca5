import type { JSX } from 'react';
import JOB_ERRORS from './job-errors.json';

const TEXTS: Readonly<Record<string, string>> = JOB_ERRORS;

/** What a code of a failed job means and what to do about it, to stand behind the code; nothing for one of a newer service. */
export function JobErrorText({ code }: { code: string }): JSX.Element | null {
  return Object.hasOwn(TEXTS, code) ? <>: {TEXTS[code]}</> : null;
}
