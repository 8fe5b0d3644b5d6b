import {
	ACCEPTED_TYPES,
	DATE_FORMATS,
	ENDPOINTS,
	FIELD_TYPES,
	PARTICIPANT_ROLES,
} from '../../nodes/ESignature/api';
import { DIALECTS } from '../../sandbox';
import { publishedEndpoints, quotedIn, rowsOf, type Row } from './apiPage';
import { sources } from './repository';

const PAGE = rowsOf('docs/api.md');
const ASSUMPTIONS = rowsOf('sandbox/ASSUMPTIONS.md');

/** For example "Errors: `id-key`". */
const named = ({ heading, cells }: Row): string => `${heading}: ${cells[0]}`;

const valuesOf = (heading: string, property: string): string[] =>
	quotedIn(
		PAGE.find((row) => row.heading === heading && row.cells[0] === `\`${property}\``)?.cells[1],
	);

it('docs/api.md has the endpoints of the code, in their order', () => {
	expect(publishedEndpoints().map(({ route }) => route)).toEqual(Object.keys(ENDPOINTS));
});

it('docs/api.md has the values of the code', () => {
	const files = PAGE.filter(({ heading }) => heading === 'Accepted files').flatMap(
		({ cells: [type, extensions = ''] }) =>
			extensions.split(', ').map((extension) => [extension, quotedIn(type)[0]]),
	);

	expect(Object.fromEntries(files)).toEqual(ACCEPTED_TYPES);
	expect(valuesOf('Fields', 'type').slice(0, FIELD_TYPES.length)).toEqual(FIELD_TYPES);
	expect(valuesOf('Fields', 'format').slice(1)).toEqual(Object.keys(DATE_FORMATS));
	expect(valuesOf('Participants', 'role')).toEqual(PARTICIPANT_ROLES);
});

it('each open question has one line among the assumptions, below the same heading', () => {
	const open = PAGE.filter(
		({ heading, table }) => table === undefined && heading !== 'Accepted files',
	).map(named);

	expect(ASSUMPTIONS.map(named)).toEqual(open);
	expect(new Set(ASSUMPTIONS.map(({ cells: [id] }) => id)).size).toBe(open.length);
});

it('each dialect is the switch of an assumption', () => {
	const switches = ASSUMPTIONS.flatMap(({ cells }) => quotedIn(cells.at(-1)));

	expect([...new Set(switches)].sort()).toEqual(DIALECTS.map(({ name }) => name).sort());
});

it('a heading or a question of docs/api.md that a comment cites is there', () => {
	const known = new Set(PAGE.flatMap((row) => [row.heading, named(row)]));
	const cited = [...sources(['nodes', 'credentials', 'sandbox', 'live', 'test'])].flatMap(
		([path, text]) =>
			[...text.matchAll(/docs\/api\.md, ([A-Z][a-z]+(?: [a-z]+)*(?:: `[^`]+`)?)/g)].map(
				([, heading = '']) => ({ path, heading }),
			),
	);

	expect(cited.length).toBeGreaterThan(20);
	expect(cited.filter(({ heading }) => !known.has(heading))).toEqual([]);
});
