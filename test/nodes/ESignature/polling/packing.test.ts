import {
	packScan,
	restored,
	stored,
	unpackScan,
} from '../../../../nodes/ESignature/polling/packing';
import { newScan } from '../../../../nodes/ESignature/polling/scan';

const [A, B] = ['aaaaaaaa-0000-4000-8000-000000000001', 'bbbbbbbb-0000-4000-8000-000000000002'];
const throughJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('what is kept as JSON', () => {
	it('has no time where a time is infinite, and is earlier than all others again unless it says otherwise', () => {
		expect([stored(7), stored(Infinity), stored(-Infinity), stored(NaN)]).toEqual([
			...[7, null, null, null],
		]);
		expect([restored(7), restored(null), restored(undefined)]).toEqual([7, -Infinity, -Infinity]);
		expect(restored(null, Infinity)).toBe(Infinity);
	});

	it('is a check that has just begun, as it was', () => {
		const scan = newScan(2);

		expect(unpackScan(throughJson(packScan(scan)))).toEqual(scan);
	});

	it('is a check that is under way, as it was', () => {
		const scan = {
			...newScan(),
			...{ mark: 'm', after: 'c2', last: 'c1', pages: 3, doubtful: true },
			...{ leftFrom: 9 },
			...{ latest: new Map([[A, 5]]), young: new Map([[B, 6]]) },
			seen: {
				...{ created: 1, changed: 2, down: false, up: true, changedDown: false, differs: true },
				...{ newestChange: 6 },
			},
		};

		expect(unpackScan(throughJson(packScan(scan as never)))).toEqual(scan);
	});

	it('is no check if its summary cannot be read', () => {
		expect(unpackScan({ ...packScan(newScan()), sketch: 'nonsense' })).toBeUndefined();
		expect(unpackScan(null)).toBeUndefined();
	});
});
