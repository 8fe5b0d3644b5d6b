import { filesOfDocuments } from '../../../../../nodes/ESignature/actions/document/whichFile';
import { draws } from '../../../../support/draws';
import { Chance } from '../../trigger/random';

const CASES = draws(10_000);

const WORDS = [
	...[
		'lease',
		'annex',
		'terms',
		'contract',
		'contract 2024',
		'A',
		'B',
		'v1',
		'v2',
		'final',
		'copy',
	],
	...['1', '2', '10', '(1)', '1.1', '2024', '2025', 'document', 'Anhang', '\u00c4', 'Pr\u00fcfung'],
	...[
		'\u5951\u7d04\u66f8',
		'\u0434\u043e\u0433\u043e\u0432\u043e\u0440',
		'R\u00e9sum\u00e9',
		'A & B',
	],
];
const ENDINGS = ['.pdf', '.pdf', '.pdf', '.PDF', '.docx', '.html', ''];

const stem = (name: string) => name.replace(/\.(?:pdf|docx|html)$/i, '');

/** Names that collide get a number, in the order in which they are written. */
function numbered(names: string[], mark: (times: number) => string): string[] {
	const times = new Map<string, number>();
	return names.map((name) => {
		const before = times.get(name.toLowerCase()) ?? 0;
		times.set(name.toLowerCase(), before + 1);
		return before === 0 ? name : `${stem(name)}${mark(before)}.pdf`;
	});
}

interface Written {
	ID: string;
	name: string;
	/** From 0, in the envelope. */
	position: number;
}

/** What a service makes of the documents, in the order in which it packs them; `name` has the ending already. */
type Naming = (documents: Written[], chance: Chance) => string[];

const each =
	(change: (stem: string, index: number, document: Written) => string): Naming =>
	(documents) =>
		documents.map((one, index) => `${change(stem(one.name), index, one)}.pdf`);

const cut: Naming = (documents, chance) => {
	const most = chance.pick([8, 10, 12, 50]);
	return each((name) => name.slice(0, most))(documents, chance);
};
const ascii: Naming = each((name) => name.replace(/[^ -~]/g, '_'));
const slug: Naming = each((name) => name.toLowerCase().replace(/[^a-z0-9]+/g, '-'));

/** Those that a user may expect to work. */
const ORDINARY: Record<string, Naming> = {
	exact: each((name) => name),
	'in a folder': each((name) => `documents/${name}`),
	'copies as (1)': (some, chance) =>
		numbered(each((name) => name)(some, chance), (times) => ` (${times})`),
	'copies as _2': (some, chance) =>
		numbered(each((name) => name)(some, chance), (times) => `_${times + 1}`),
	'the position before': each((name, _, { position }) => `${position + 1}_${name}`),
	'two digits before': each((name, _, { position }) => `0${position} ${name}`),
	'a count before': each((name, index) => `${index + 1}-${name}`),
	'the position behind': each((name, _, { position }) => `${name}_${position + 1}`),
	'a word behind': each((name) => `${name}_original`),
	'the ID before': each((name, _, { ID }) => `${ID}-${name}`),
	'the ID alone': each((_, __, { ID }) => ID),
	'signs replaced': each((name) => name.replace(/[^\p{L}\p{N}. -]/gu, '_')),
	'ASCII alone': ascii,
	codes: each((name) => encodeURIComponent(name)),
};

const STRANGE: Record<string, Naming> = {
	cut,
	'cut, copies numbered': (some, chance) => numbered(cut(some, chance), (times) => ` (${times})`),
	slug,
	'slug, copies numbered': (some, chance) => numbered(slug(some, chance), (times) => `-${times}`),
	'ASCII, copies numbered': (some, chance) => numbered(ascii(some, chance), (times) => `_${times}`),
	counted: each((_, __, { position }) => `document-${position + 1}`),
	'counted from 0': each((_, __, { position }) => String(position)),
	'one name': each(() => 'Contract'),
	'one name, copies numbered': (some) =>
		numbered(
			some.map(() => 'document.pdf'),
			(times) => ` (${times})`,
		),
	'no names': each((_, index) => 'wxyz'[index] ?? ''),
};

const nameOf = (chance: Chance): string =>
	Array.from({ length: 1 + chance.whole(3) }, () => chance.pick(WORDS)).join(
		chance.pick([' ', '_', '-', '.']),
	) + chance.pick(ENDINGS);

/** An envelope, the ZIP that a service makes of it, and the truth. */
function drawn(chance: Chance) {
	const names = Array.from({ length: 2 + chance.whole(3) }, () => nameOf(chance));
	if (chance.oneIn(5)) names[1] = names[0] ?? '';
	const sizes = chance.pick(['untold', 'of the PDF', 'of the source'] as const);
	const documents = names.map((name, position) => ({
		...{ ID: `00000000-0000-4000-8000-${1e11 + position}`, name },
		...(sizes !== 'untold' && {
			sizeBytes: 1_000 + chance.whole(5) + (sizes === 'of the PDF' ? 0 : 1e6),
		}),
	}));
	const way = chance.pick(Object.keys({ ...ORDINARY, ...STRANGE }));
	const isAppended = chance.oneIn(3);
	const written = documents.map(({ ID, name }, position): Written => {
		const converted = isAppended && !/\.pdf$/i.test(name) ? `${name}.pdf` : name;
		return { ID, name: converted, position };
	});
	// A service may read them in any order, and write them in another one.
	const packed = chance.oneIn(2) ? written : chance.shuffled(written);
	const named = (ORDINARY[way] ?? STRANGE[way])?.(packed, chance) ?? [];
	const files = packed.map(({ position }, at) => ({
		...{ position: position as number | undefined, name: named[at] ?? '', crc: position },
		size: sizes === 'of the PDF' ? Number(documents[position]?.sizeBytes) : 1_000 + chance.whole(5),
	}));
	const extra = { position: undefined, name: 'cover.pdf', crc: -1, size: 77 };
	const held = chance.oneIn(8) ? [...files, extra] : chance.oneIn(8) ? files.slice(1) : files;
	const order = chance.pick(['as written', 'sorted', 'shuffled'] as const);
	const zip = {
		'as written': () => held,
		sorted: () => [...held].sort((one, other) => (one.name < other.name ? -1 : 1)),
		shuffled: () => chance.shuffled(held),
	}[order]();
	const letters = new Set(
		names.map((name) =>
			stem(name)
				.toLowerCase()
				.replace(/[^a-z0-9]/g, ''),
		),
	);
	const isOrdinary =
		way in ORDINARY && held === files && letters.size === names.length && !letters.has('');
	return { documents, zip, way, isOrdinary };
}

it(`of ${CASES} random ZIPs no file is taken for another document, and ordinary ones are understood`, () => {
	const chance = new Chance(20261117);
	const wrong: unknown[] = [];
	const tally = { ordinary: 0, understood: 0 };
	for (let left = CASES; left > 0; left--) {
		const { documents, zip, way, isOrdinary } = drawn(chance);
		const places = filesOfDocuments(documents, zip);
		const isWrong = places.some((place, at) => place !== undefined && zip[place]?.position !== at);
		if (isWrong) wrong.push({ way, documents, zip, places });
		if (isOrdinary) tally.ordinary += 1;
		if (isOrdinary && !places.includes(undefined)) tally.understood += 1;
	}
	expect(wrong).toEqual([]);
	expect(tally.ordinary).toBeGreaterThan(CASES / 4);
	expect(tally.understood / tally.ordinary).toBeGreaterThan(0.995);
});
