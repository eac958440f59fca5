/** What keeps the question from being answered at all. */
export class Unusable extends Error {}
