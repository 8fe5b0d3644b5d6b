const WORDS = /[a-z][.,]? [a-z{$]/i;
const LABEL = /\b(displayName|description|placeholder|hint|action|message|advice):\s*$/;

/**
 * Whether a literal is a text for people. Such texts are left out: test/contract ties them to the docs by reading the
 * sources, which mutants do not change.
 */
export const isText = (literal: string, before: string): boolean =>
	literal.length > 2 && (WORDS.test(literal) || LABEL.test(before));
