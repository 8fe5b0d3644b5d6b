// What it costs to read a file through while the process has a large heap, as n8n has: with pieces that are left to the
// garbage collector, and with pieces that are given back at once.
//
//   node bench/pieces.mjs            beside a heap of about 200 MB
//   node bench/pieces.mjs 0          beside none
import { createHash } from 'node:crypto';
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MIB = 2 ** 20;
const heap = Number(process.argv[2] ?? 200);
const folder = mkdtempSync(join(tmpdir(), 'pieces-'));
const file = join(folder, 'file');
writeFileSync(file, Buffer.alloc(300 * MIB, 7));
const kept = Array.from({ length: heap * 5_500 }, (_, n) => ({ n, text: `x${n}`, list: [n, n] }));

async function read(piece, isReleased) {
	const used = process.cpuUsage();
	const hash = createHash('sha256');
	for await (const chunk of createReadStream(file, { highWaterMark: piece })) {
		hash.update(chunk);
		if (isReleased) chunk.buffer.transfer(0);
	}
	const { user, system } = process.cpuUsage(used);
	return Math.round((user + system) / 1_000);
}

for (const kib of [64, 512]) {
	for (const isReleased of [false, true]) {
		const times = [];
		for (let round = 0; round < 4; round += 1) times.push(await read(kib * 1024, isReleased));
		const [, ...measured] = times;
		console.log(
			`300 MiB in pieces of ${kib} KiB, ${isReleased ? 'given back' : 'left to V8'}: ${measured.join(', ')} ms of processor time`,
		);
	}
}
console.log(
	`${kept.length} objects, ${Math.round(process.memoryUsage().heapUsed / MIB)} MiB of heap`,
);
rmSync(folder, { recursive: true });
