/** What a browser says of a call that a page of another site makes. */
export const CROSS_SITE = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' };
