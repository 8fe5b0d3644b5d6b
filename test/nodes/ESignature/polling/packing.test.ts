import type { IDataObject } from 'n8n-workflow';

import {
	joined,
	packScan,
	packState,
	restored,
	stored,
	unpackScan,
	unpackState,
} from '../../../../nodes/ESignature/polling/packing';
import { newScan } from '../../../../nodes/ESignature/polling/scan';
import { fewBytes } from '../../../../nodes/ESignature/polling/sketch';
import { State } from '../../../../nodes/ESignature/polling/state';

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

		expect(unpackScan(throughJson(packScan(scan, [])), [])).toEqual(scan);
	});

	it('is a check that is under way, as it was', () => {
		const scan = {
			...newScan(),
			...{ mark: 'm', after: 'c2', last: 'c1', pages: 3, count: 4, doubtful: true },
			...{ from: 7, cut: 8, leftFrom: 9, tail: [2 ** 48 - 1, 0] },
			...{ latest: new Map([[A, 5]]), young: new Map([[B, { created: 6, status: 'sent' }]]) },
			...{ loose: new Map([[A, 'drafted']]), again: new Map([[B, 'sealed']]) },
			seen: {
				...{ created: 1, changed: 2, down: false, up: true, changedDown: false, differs: true },
				...{ newestChange: 6 },
			},
		};

		expect(unpackScan(throughJson(packScan(scan as never, [])), [])).toEqual(scan);
	});

	it('is what a check has met: a bit for each that is watched, and a few bytes for each other one', () => {
		const watched = Array.from({ length: 19 }, (_, n) => A.replace('aa', `${10 + n}`));
		const met = new Set([...watched.filter((_, n) => n % 3 === 0), B].map(fewBytes));
		const packed = throughJson(packScan({ ...newScan(), met }, watched)) as IDataObject;

		expect(packed).toMatchObject({ met: 'SZIE', metOthers: expect.stringMatching(/^.{8}$/) });
		expect(unpackScan(packed, watched)?.met).toEqual(met);
	});

	it('is no check if an earlier version did not keep what it had met', () => {
		const packed = { ...packScan(newScan(), []), met: undefined };

		expect(unpackScan(packed, [])).toBeUndefined();
	});

	it('is no check if its summary cannot be read', () => {
		expect(unpackScan({ ...packScan(newScan(), []), sketch: 'nonsense' }, [])).toBeUndefined();
		expect(unpackScan(null, [])).toBeUndefined();
	});
});

describe('what is known between two polls', () => {
	it('is kept as it was, with everything in it', () => {
		const state = new State('account');
		state.record(A, undefined, 'sent');
		state.record(B, undefined, 'sealed');
		state.suspect(B, 'sealed');
		state.refuse(B);
		state.missing.set(A, { count: 3, from: 29_000_000 });
		state.behind.set(A, 2);
		state.gone.set(B, 'drafted');
		state.unlisted.add(A);
		state.doubted.add(B);
		state.name([[A, 1_700_000_000_000]]);
		state.learnToSpell(A, A.toUpperCase());
		Object.assign(state, {
			...{ ready: true, loose: true, order: 'newestFirst', lostOrder: 'changedFirst' },
			...{ newestChange: 5, since: 6, sure: 12, forgotten: 7, first: 8, firstChange: 9 },
			...{ tail: 'cursor', pages: 10, checked: 11, isAnew: true, capitals: false },
			scan: newScan(1),
		});

		expect(unpackState(throughJson(packState(state)), 'account')).toEqual(state);
	});

	describe('by an earlier version', () => {
		const EARLIER = { ...packState(new State('account')), first: 8, firstChange: undefined };
		const read = (kept: object) => unpackState(throughJson({ ...EARLIER, ...kept }), 'account');

		it('has no times of the newest envelopes: none of them is younger than the newest one', () => {
			const recent = { recent: joined([A, B]), recentTimes: undefined, newest: 7 };

			expect([...(read(recent)?.recent ?? [])]).toEqual([
				[A, 7],
				[B, 7],
			]);
		});

		it('has no minute for an envelope that is missing: it counts from now', () => {
			const before = Math.floor(Date.now() / 60_000);
			const { count, from } = read({ missing: [['3', joined([A])]] })?.missing.get(A) ?? {};

			expect(count).toBe(3);
			expect(from).toBeGreaterThanOrEqual(before);
			expect(from).toBeLessThanOrEqual(Date.now() / 60_000);
		});

		it('has one time for both clocks when it began', () => {
			expect(read({})).toMatchObject({ first: 8, firstChange: 8 });
		});

		it('may have a time far ahead, which is left out', () => {
			const far = Date.now() + 1_000 * 86_400_000;

			expect(read({ newestChange: far, since: far })).toMatchObject({
				...{ newestChange: -Infinity, since: 0 },
			});
		});
	});

	it('has no time far ahead beside those that are known: what is younger than these is new', () => {
		const state = new State('account');
		state.name([[A, 1_700_000_000_000]]);
		state.since = Date.now() + 1_000 * 86_400_000;

		expect(unpackState(packState(state), 'account')).toMatchObject({ since: 1_700_000_000_000 });
	});

	it('keeps its times where those that are known lie ahead, too: the clock of n8n is wrong', () => {
		const ahead = Date.now() + 1_000 * 86_400_000;
		const state = new State('account');
		state.name([[A, ahead]]);
		state.since = ahead;

		expect(unpackState(packState(state), 'account')).toMatchObject({ since: ahead });
	});

	it('is not taken from another account, or from a version that is not known', () => {
		const kept = packState(new State('account'));

		expect(unpackState(kept, 'other')).toBeUndefined();
		expect(unpackState({ ...kept, version: 1 }, 'account')).toBeUndefined();
	});
});
