import { randomBytes } from 'crypto';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

import { createEngine, type BinaryMode, type Engine } from '../support/engine';
import { keptFiles } from '../support/folder';
import { envelopeParameters } from '../support/harness';
import { pdf } from '../support/samples';
import { anEnvelope, scriptedService, type ScriptedService } from '../support/scriptedService';
import { skipPauses } from '../support/skipPauses';

skipPauses();
let service: ScriptedService;
let engine: Engine;
afterEach(async () => {
	await engine.close();
	await service.close();
});

/** A service that answers each request for a file like this, and an n8n that knows it. */
async function serve(answer: (response: ServerResponse) => void, binaryMode?: BinaryMode) {
	service = await scriptedService({ api: (_, response) => answer(response) });
	engine = await createEngine({ credential: service.credential, binaryMode });
}
const download = async () =>
	await engine.run(envelopeParameters('downloadAuditTrail', anEnvelope.ID));

/** A PDF that no compression makes smaller. */
const incompressible = () =>
	Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(200_000), Buffer.from('\n%%EOF\n')]);

describe.each(['default', 'filesystem'] as const)(
	'where n8n keeps files in mode %s',
	(binaryMode) => {
		it('a connection that breaks is not blamed on the store', async () => {
			await serve((response) => {
				const whole = pdf();
				response.setHeader('Content-Length', whole.length);
				response.write(whole.subarray(0, 300), () => response.socket?.destroy());
			}, binaryMode);
			const { error } = await download();
			expect(error?.message).toBe(
				'The connection to the service was lost before its answer was complete',
			);
			expect(service.requests).toHaveLength(4);
		});
	},
);

describe('a file that was compressed on its way, although that was not asked for', () => {
	it.each(['its length', 'chunks'])('is kept, with %s', async (framing) => {
		const content = incompressible();
		const packed = gzipSync(content);
		await serve((response) => {
			response.setHeader('Content-Encoding', 'gzip');
			if (framing === 'chunks') response.write(packed.subarray(0, 10));
			response.end(framing === 'chunks' ? packed.subarray(10) : packed);
		});
		const { items, error } = await download();
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ bytes: content.length, lengthVerified: false });
		const stored = await engine.readBinary(items[0]?.binary?.data as never);
		expect(stored.equals(content)).toBe(true);
	});

	it('is never kept when it was cut on its way', async () => {
		const packed = gzipSync(incompressible());
		const cuts = [0, 1, 10, 5_000, packed.length - 30, packed.length - 10];
		let count = 0;
		await serve((response) => {
			const cut = packed.subarray(0, cuts[Math.floor(count / 3) % cuts.length]);
			const framing = ['length', 'chunks', 'none'][count++ % 3];
			if (framing === 'length') response.setHeader('Content-Length', packed.length);
			// Then only the end of the connection tells where the answer ends.
			if (framing === 'none') {
				response.removeHeader('Content-Length');
				response.removeHeader('Transfer-Encoding');
			}
			response.setHeader('Content-Encoding', 'gzip');
			response.flushHeaders();
			response.write(cut, () => response.socket?.end());
		});
		while (count < 3 * cuts.length) {
			const { items, error } = await download();
			expect(items).toEqual([]);
			expect(error).toBeDefined();
		}
		expect(keptFiles(engine.binaryFolder)).toEqual([]);
	});
});
