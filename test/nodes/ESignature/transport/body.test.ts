import {
	header,
	parseJson,
	readText,
	type RawReply,
} from '../../../../nodes/ESignature/transport/reply';

/** A body in pieces; `pulled` counts how many were asked for. */
function pieces(...parts: Buffer[]) {
	const state = { pulled: 0, closed: false };
	async function* stream() {
		try {
			for (const part of parts) {
				state.pulled++;
				yield part;
			}
		} finally {
			state.closed = true;
		}
	}
	return { state, body: stream() as unknown as RawReply['body'] };
}

const whole = (text: string) => ({ text, isWhole: true });

describe('a body', () => {
	it('is joined before it is decoded, so a character may be spread over pieces', async () => {
		const bytes = Buffer.from('gr\u00fc\u00dfe \u{1f600}');
		const single = [...bytes].map((byte) => Buffer.from([byte]));

		await expect(readText(pieces(...single).body, 100)).resolves.toEqual(
			whole('gr\u00fc\u00dfe \u{1f600}'),
		);
	});

	it('is read no further than its limit', async () => {
		const { state, body } = pieces(...Array.from({ length: 50 }, () => Buffer.alloc(10)));

		await expect(readText(body, 35)).resolves.toMatchObject({ isWhole: false });
		expect(state).toEqual({ pulled: 4, closed: true });
	});

	it('may be exactly as long as its limit', async () => {
		await expect(readText(pieces(Buffer.from('12345')).body, 5)).resolves.toEqual(whole('12345'));
	});

	it('reports every piece that arrives', async () => {
		const onChunk = jest.fn();
		await readText(pieces(Buffer.from('a'), Buffer.from('b')).body, 10, onChunk);

		expect(onChunk).toHaveBeenCalledTimes(2);
	});

	it('may be missing, a text or a buffer', async () => {
		await expect(readText(undefined, 1)).resolves.toEqual(whole(''));
		await expect(readText('text', 10)).resolves.toEqual(whole('text'));
		await expect(readText(Buffer.from('bytes'), 10)).resolves.toEqual(whole('bytes'));
	});
});

it('gives the first of several headers of one name', () => {
	expect(header({ headers: { a: ['1', '2'], b: '3' } }, 'a')).toBe('1');
	expect(header({ headers: { a: ['1', '2'], b: '3' } }, 'b')).toBe('3');
	expect(header({ headers: {} }, 'c')).toBeUndefined();
});

it('reads JSON, and nothing from what is not JSON', () => {
	expect(parseJson('{"a":[1]}')).toEqual({ a: [1] });
	expect(['', '{', 'undefined', '<html>', '{"a":1}x'].map(parseJson)).toEqual(
		Array(5).fill(undefined),
	);
});
