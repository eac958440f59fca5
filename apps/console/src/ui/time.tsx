import type { JSX } from 'react';
import { agoText, countdownText } from './duration.js';
import { useNow } from './use-now.js';

const local = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });

/** When something was: relative, with the exact local time and UTC in the tooltip. */
export function Ago({ at }: { at: string }): JSX.Element {
  const seconds = Math.max(0, Math.round((useNow(15) - Date.parse(at)) / 1000));
  return (
    <time dateTime={at} title={exactly(at)}>
      {agoText(seconds)}
    </time>
  );
}

/** When something ends: "3 h 12 min", below one hour second by second, then `over`. Screen readers don't hear each tick. */
export function Countdown({ to, over = 'ended' }: { to: string; over?: string }): JSX.Element {
  const seconds = Math.ceil((Date.parse(to) - useNow()) / 1000);
  return (
    <time dateTime={to} title={exactly(to)} role="timer">
      {seconds <= 0 ? over : countdownText(seconds)}
    </time>
  );
}

/** The time of day, as in "10:41". */
export function clockTime(at: string | Date): string {
  return clock.format(new Date(at));
}

function exactly(at: string): string {
  return `${local.format(new Date(at))} (${at.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')})`;
}
