/**
 * Begins the name of all that is made, so that the next start finds what was left. The operations that build an envelope
 * keep so many letters of a name, and no more, while it is unfinished.
 */
export const MARK = 'n8n live test 4c1e9b';

export const nameOf = (about: string): string => `${MARK} (safe to delete): ${about}`;
