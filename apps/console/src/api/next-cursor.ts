/** Returns the cursor of a list's next page, from `Link: <…>; rel="next"`; undefined at the end. */
export function nextCursor(response: Response): string | undefined {
  const next = /<([^>]*)>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  if (next === undefined) return undefined;
  return new URL(next, response.url).searchParams.get('cursor') ?? undefined;
}
