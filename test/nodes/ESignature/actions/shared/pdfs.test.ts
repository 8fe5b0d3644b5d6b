import { PdfText } from '../../../../../nodes/ESignature/actions/shared/pdfs';
import { bytesOf, fileOf, onePage } from '../../lib/handMade';

afterEach(() => jest.restoreAllMocks());

const assertNotCanceled = () => {};

/** How often others get a turn while a long document is read, if each reading of the clock takes so long. */
async function pauses(each: number, call: object = { assertNotCanceled }): Promise<number[]> {
	let now = 0;
	jest.spyOn(performance, 'now').mockImplementation(() => (now += each));
	const pause = jest.fn<Promise<void>, [wait: number]>(async () => {});
	const bytes = bytesOf(fileOf(onePage('q Q '.repeat(20_000))));
	await PdfText.read({ pause, ...call } as never, { name: 'Lease.pdf', bytes }, 'a text');
	return pause.mock.calls.map(([wait]) => wait);
}

describe('while a document is read', () => {
	it('others get a turn as soon as it takes long', async () => {
		const waits = await pauses(60);

		expect(waits.length).toBeGreaterThan(0);
		expect(new Set(waits)).toEqual(new Set([0]));
	});

	it('a cancel ends it', async () => {
		const canceled = () => {
			throw new Error('canceled');
		};

		await expect(pauses(60, { assertNotCanceled: canceled })).rejects.toThrow('canceled');
	});

	it('no turn is given if it is quick', async () => {
		expect(await pauses(0.001)).toEqual([]);
	});
});
