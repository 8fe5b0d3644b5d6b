import fc from 'fast-check';

import { DIALECTS } from '../../sandbox';

/** Not used: the model processes documents itself, downloads nothing and rarely signs in. */
const UNUSED = /^(documents-slow|files-chunked|token-.*|too-many-documents-409)$/;

const OFFERED = DIALECTS.map(({ name }) => name).filter((name) => !UNUSED.test(name));

/** In a third of the sequences, one to three at the same time. */
export const drawnDialects: fc.Arbitrary<string[]> = fc.oneof(
	{ weight: 2, arbitrary: fc.constant<string[]>([]) },
	{
		weight: 1,
		arbitrary: fc.uniqueArray(fc.constantFrom(...OFFERED), {
			minLength: 1,
			maxLength: 3,
			size: 'max',
		}),
	},
);
