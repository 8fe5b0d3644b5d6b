import { program } from '../support/program';

interface Measured {
	/** Envelopes that had been read at that moment. */
	read: number;
	/** Bytes of all pages so far. */
	passed: number;
	/** Bytes that could not be freed. */
	held: number;
}

it('holds nothing of 10,000 envelopes but their IDs and those that match', async () => {
	const printed = await program('test/support/manyEnvelopes.ts', ['10000', '1000', '9950']);
	const { found, error, measured } = JSON.parse(printed.trim().split('\n').at(-1) ?? '') as {
		found: number;
		error?: string;
		measured: [Measured, Measured];
	};
	expect(error).toBeUndefined();
	expect(found).toBe(10);
	const [few, many] = measured;
	expect([few.read, many.read]).toEqual([1_000, 9_950]);
	const [passed, held] = [many.passed - few.passed, many.held - few.held];
	expect(passed).toBeGreaterThan(40_000_000);
	// An ID has 36 of the 5,000 bytes of an envelope.
	expect(held / passed).toBeLessThan(0.1);
});
