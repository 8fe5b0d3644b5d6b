// Draws parts of the shipped code for `npm run mutation:sample` and `mutation:actions`, since all of it would take hours: the same for the same seed.
//
//   node scripts/mutation/draw.mjs core transport --parts 5 --seed 1
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const ROOT = 'nodes/ESignature';
const LINES = 12;

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { parts: { type: 'string', default: '5' }, seed: { type: 'string', default: '1' } },
});

/** Park and Miller's generator. */
let state = Number(values.seed);
function draw(below) {
	state = (state * 48_271) % 2_147_483_647;
	return state % below;
}

const linesOf = (file) => readFileSync(file, 'utf8').split('\n').length;

function partsOf(folder) {
	return readdirSync(folder, { recursive: true })
		.filter((name) => name.endsWith('.ts'))
		.sort()
		.map((name) => join(folder, name))
		.flatMap((file) =>
			Array.from({ length: Math.ceil(linesOf(file) / LINES) }, (_, part) => {
				return `${file}:${part * LINES + 1}-${(part + 1) * LINES}`;
			}),
		);
}

const drawn = positionals.flatMap((folder) => {
	const parts = partsOf(join(ROOT, folder));
	const count = Math.min(Number(values.parts), parts.length);
	return Array.from({ length: count }, () => parts.splice(draw(parts.length), 1)[0]);
});
process.stdout.write(drawn.join(','));
