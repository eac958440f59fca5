import type { LogWitness } from '../api/queries/log-witness.js';
import { numberText } from './number-text.js';

/** Returns what is wrong with the log as a whole, as a sentence; null where this browser found nothing. */
export function forkText({ state, latest, before }: LogWitness): string | null {
  if (before === null) return null;
  const { origin, treeSize } = before.head;
  const seen = `when this browser saw it on ${momentText(before.at)}`;
  if (latest === null) return `The log had ${numberText(treeSize)} events ${seen}. It is not signed now.`;
  if (state === 'another-log') return `The log was ${origin} ${seen}, and is ${latest.origin} now.`;
  if (state === 'rolled-back')
    return `The log has ${numberText(latest.tree_size)} events and had ${numberText(treeSize)} ${seen}: it was rolled back, unless the process that answered is behind another one.`;
  if (state === 'rewritten')
    return `The log does not continue the ${numberText(treeSize)} events that it had ${seen}: it was rewritten.`;
  return null;
}

/** A moment, as in "3 Nov 2026, 10:41". */
export function momentText(at: string): string {
  return new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}
