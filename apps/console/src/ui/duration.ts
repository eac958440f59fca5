const [MINUTE, HOUR, DAY] = [60, 3600, 86_400];

/** Returns a length of time as in "3 h 12 min"; below an hour as "4:09". @param seconds 0 or more */
export function countdownText(seconds: number): string {
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)}:${String(seconds % MINUTE).padStart(2, '0')}`;
  if (seconds < DAY) return `${Math.floor(seconds / HOUR)} h ${Math.floor((seconds % HOUR) / MINUTE)} min`;
  return `${Math.floor(seconds / DAY)} d ${Math.floor((seconds % DAY) / HOUR)} h`;
}

/** Returns how long something takes, as in "12 s", "1 min 30 s" or "3 h 12 min". @param seconds 0 or more */
export function lengthText(seconds: number): string {
  if (seconds < MINUTE) return `${Math.round(seconds)} s`;
  const rest = Math.round(seconds) % MINUTE;
  if (seconds < 10 * MINUTE && rest > 0) return `${Math.floor(seconds / MINUTE)} min ${rest} s`;
  if (seconds < HOUR) return `${Math.round(seconds / MINUTE)} min`;
  return countdownText(Math.round(seconds)).replace(/ 0 (min|h)$/, '');
}

/** Returns how long ago something was, as in "12 min ago". @param seconds since then */
export function agoText(seconds: number): string {
  if (seconds < 45) return 'just now';
  if (seconds < HOUR) return `${Math.max(1, Math.round(seconds / MINUTE))} min ago`;
  if (seconds < DAY) return `${Math.floor(seconds / HOUR)} h ago`;
  return `${Math.floor(seconds / DAY)} d ago`;
}
