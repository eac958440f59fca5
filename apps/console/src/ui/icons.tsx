import type { JSX } from 'react';

/** Paths of 16 × 16 px, drawn with a stroke of 1.5. */
const PATHS = {
  home: 'M2.5 7.5 8 2.75l5.5 4.75M4 6.5v6.75h3v-3.5h2v3.5h3V6.5',
  requests: 'M3 3.25h10v7.5H7.5L4.75 13v-2.25H3zM5.75 6h4.5M5.75 8.25h2.75',
  secrets: 'M6 9.5a3 3 0 1 1 2.4-1.2l.6.7h1.5v1.5H12v1.5h1.75V10.5L9.2 6.6',
  projects: 'M2.5 4.25h4L8 5.75h5.5v7h-11z',
  policies: 'M3 3.5h10M3 8h6M3 12.5h3.5M11.5 7v5.5M9.5 10.5l2 2 2-2',
  exposure:
    'M1.75 8S4 3.75 8 3.75 14.25 8 14.25 8 12 12.25 8 12.25 1.75 8 1.75 8ZM8 9.75a1.75 1.75 0 1 0 0-3.5 1.75 1.75 0 0 0 0 3.5Z',
  audit: 'M4 2.5h5.5L12 5v8.5H4zM9.25 2.75V5.25H12M6 8h4M6 10.5h4',
  connections: 'M5.5 2.5v3M10.5 2.5v3M4 5.5h8v2a4 4 0 0 1-8 0zM8 11.5v2',
  fleet: 'M2.75 3h10.5v4H2.75zM2.75 9h10.5v4H2.75zM5 5h.01M5 11h.01',
  gitops:
    'M5 5.75v4.5M5 5.75a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3ZM5 13.25a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3ZM11 7.25a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3ZM11 7.25C11 9 8.5 9 6.25 10.5',
  teams:
    'M8 5.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3ZM3.75 13.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3ZM12.25 13.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3ZM8 5.5V8M3.75 10.5V8h8.5v2.5',
  people:
    'M6 7.25a2.25 2.25 0 1 0 0-4.5 2.25 2.25 0 0 0 0 4.5ZM2 13.25c0-2.5 1.75-4 4-4s4 1.5 4 4M10.5 3a2.25 2.25 0 0 1 0 4M11.5 9.5c1.5.4 2.5 1.75 2.5 3.75',
  roles: 'M8 2.25 13 4v4c0 3-2 5-5 6-3-1-5-3-5-6V4zM6 8l1.5 1.5L10.25 6.5',
  settings:
    'M2.5 4.75h6M11.5 4.75h2M2.5 11.25h2M7.5 11.25h6M10 6.25a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3ZM6 12.75a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Z',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM10.25 10.25l3.25 3.25',
  person: 'M8 7.75a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM3.25 13.5c.25-2.5 2-4 4.75-4s4.5 1.5 4.75 4',
  lock: 'M4 7.25h8v6H4zM5.75 7.25V5.5a2.25 2.25 0 0 1 4.5 0v1.75',
  unlock: 'M4 7.25h8v6H4zM5.75 7.25V5.5a2.25 2.25 0 0 1 4.3-.9',
  copy: 'M5.75 5.75h7.5v7.5h-7.5zM10.25 5.75v-3h-7.5v7.5h3',
  check: 'M3.25 8.5 6.5 11.75 12.75 5',
  close: 'M4 4l8 8M12 4l-8 8',
  down: 'M4.5 6.25 8 9.75l3.5-3.5',
  warning: 'M8 2.75 14 13H2zM8 6.75v3M8 11.4v.01',
  open: 'M8 13.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11ZM8 5v3l2 1.25',
  waiting: 'M8 2.5a5.5 5.5 0 0 1 5.5 5.5M13.5 8A5.5 5.5 0 0 1 8 13.5M8 13.5A5.5 5.5 0 0 1 2.5 8',
  against: 'M8 13.75a5.75 5.75 0 1 0 0-11.5 5.75 5.75 0 0 0 0 11.5ZM6 6l4 4M10 6l-4 4',
  done: 'M8 13.75a5.75 5.75 0 1 0 0-11.5 5.75 5.75 0 0 0 0 11.5ZM5.5 8.25 7.25 10l3.25-3.75',
  failed: 'M8 13.75a5.75 5.75 0 1 0 0-11.5 5.75 5.75 0 0 0 0 11.5ZM8 5v3.5M8 10.75v.01',
  expired:
    'M4.5 2.5h7M4.5 13.5h7M5.25 2.5c0 3 5.5 4 5.5 5.5s-5.5 2.5-5.5 5.5M10.75 2.5c0 3-5.5 4-5.5 5.5s5.5 2.5 5.5 5.5',
  withdrawn: 'M8 13.75a5.75 5.75 0 1 0 0-11.5 5.75 5.75 0 0 0 0 11.5ZM4 12 12 4',
} as const;

export type IconName = keyof typeof PATHS;

/** A picture beside words, which screen readers skip. */
export function Icon({ name, size = 16 }: { name: IconName; size?: number }): JSX.Element {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
