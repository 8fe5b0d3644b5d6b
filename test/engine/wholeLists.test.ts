import type { Route } from '../../nodes/ESignature/api';
import { byId, prepareGround } from '../support/ground';

const ground = prepareGround();
const ENVELOPE = '/sign/envelopes/{envelopeID}';

const LISTS: Array<[what: string, resource: string, operation: string, route: Route]> = [
	['documents', 'document', 'getAll', `GET ${ENVELOPE}/documents`],
	['fields', 'field', 'getAll', `GET ${ENVELOPE}/documents/{documentID}/fields`],
	['participants', 'participant', 'getAll', `GET ${ENVELOPE}/participants`],
	['signing URLs', 'participant', 'getSigningUrls', `GET ${ENVELOPE}/participants/signing-urls`],
];

describe.each(LISTS)('a list of %s', (what, resource, operation, route) => {
	/** The n-th thing of a list. */
	const thing = (n: number) => ({ ID: `00000000-0000-4000-8000-00000000000${n}`, userId: `u${n}` });
	const answer = (things: number[] | null | undefined, more: object = {}) => {
		const body = JSON.stringify({ items: things && things.map(thing), ...more });
		ground.sandbox.faults.next(route, { kind: 'body', body });
	};
	const refuse = (status: number) => ground.sandbox.faults.next(route, { kind: 'status', status });
	const run = async () => {
		const { ID, documents } = ground.sandbox.control.envelope({ status: 'sent' });
		const { items, error, run } = await ground.engine.run({
			...{ resource, operation },
			...{ envelopeId: byId(ID), documentId: byId(documents[0]?.ID) },
		});
		const [task] = Object.values(run.data.resultData.runData).at(-1) ?? [];
		const told = task?.hints?.map(({ message }) => message).join() ?? '';
		return { users: items.map(({ json }) => json.userId), error, told };
	};
	const cursors = () =>
		ground.sandbox.log.requests
			.filter((request) => request.route === route)
			.map(({ query }) => query.pageAfter);

	it.each([
		['null', null],
		['absent', undefined],
		['empty', []],
	])('is empty when it is %s', async (_, items) => {
		answer(items);
		expect(await run()).toEqual({ users: [], error: undefined, told: '' });
	});

	it.each([
		['more', { total: 3 }, `The service announces 3 ${what} but listed 1.`],
		['more, in a text', { total: '2' }, `The service announces 2 ${what} but listed 1.`],
		['less', { total: 0 }, ''],
		['nothing that is a number', { total: 'many' }, ''],
	])('is returned as it came when it counts %s', async (_, more, told) => {
		answer([1], more);
		expect(await run()).toEqual({ users: ['u1'], error: undefined, told });
	});

	it('is followed to its end when it has pages', async () => {
		answer([1, 2], { nextPage: 7, total: 3 });
		answer([2, 3], { nextPage: null });
		expect(await run()).toEqual({ users: ['u1', 'u2', 'u3'], error: undefined, told: '' });
		expect(cursors()).toEqual([undefined, '7']);
	});

	it('is followed over empty pages that have cursors, and over a cursor of 0', async () => {
		answer([1], { nextPage: 0 });
		for (let n = 0; n < 50; n++) answer([], { nextPage: `c${n}` });
		answer([2], {});
		expect(await run()).toEqual({ users: ['u1', 'u2'], error: undefined, told: '' });
	});

	it.each([
		['refused', () => refuse(400)],
		['the same', () => answer([1], { nextPage: 0 })],
	])('is whole when its next page is 0 and that is %s', async (_, then) => {
		answer([1], { nextPage: 0 });
		then();
		expect(await run()).toEqual({ users: ['u1'], error: undefined, told: '' });
	});

	it.each([
		['is refused', () => refuse(400)],
		['is forbidden', () => refuse(403)],
		['is the first one again', () => answer([1], { nextPage: 'b' })],
		['brings nothing new, for ever', () => answer([1], { nextPage: 'c' })],
	])('is returned as far as it came, and says so, when its next page %s', async (_, then) => {
		answer([1], { nextPage: 'b' });
		then();
		const { users, error, told } = await run();
		expect([users, error]).toEqual([['u1'], undefined]);
		expect(told).toBe(
			`The service listed 1 ${what.replace(/s$/, '')} and points to more, which it does not show.`,
		);
	});

	it('is whole when all that it counts came, wherever it points', async () => {
		answer([1], { nextPage: true, total: 1 });
		expect(await run()).toEqual({ users: ['u1'], error: undefined, told: '' });
	});

	it('is an error when its next page is lost in trouble', async () => {
		jest.spyOn(Math, 'random').mockReturnValue(0);
		answer([1], { nextPage: 'b' });
		for (let n = 0; n < 4; n++) refuse(503);
		const { users, error } = await run();
		jest.restoreAllMocks();
		expect(users).toEqual([]);
		expect(error).toMatchObject({ httpCode: '503' });
	});
});

it.each(LISTS.slice(0, 3))(
	'a list of %s in which an entry has no ID is an error, not a loss',
	async (_, resource, operation, route) => {
		jest.spyOn(Math, 'random').mockReturnValue(0);
		const { ID, documents } = ground.sandbox.control.envelope();
		const body = JSON.stringify({ items: [{ ID }, { name: 'without' }] });
		ground.sandbox.faults.always(route, { kind: 'body', body });
		const { items, error } = await ground.engine.run({
			...{ resource, operation },
			...{ envelopeId: byId(ID), documentId: byId(documents[0]?.ID) },
		});
		jest.restoreAllMocks();
		expect(items).toEqual([]);
		expect(error?.description).toContain('An entry of the list in the response has no ID.');
	},
);

it.each([
	['counts more than it has', { total: 2 }, 'The service announces 2 documents but listed 1.'],
	[
		'points to a next page',
		{ nextPage: 'b' },
		'The service listed 1 document and points to more, which it does not show.',
	],
])('an archive says so when its list of documents %s', async (_, more, said) => {
	const { ID } = ground.sandbox.control.envelope({ status: 'sealed' });
	const body = JSON.stringify({ items: [{ ID, status: 'sealed' }], ...more });
	ground.sandbox.faults.always(`GET ${ENVELOPE}/documents`, { kind: 'body', body });
	const { items } = await ground.engine.run({
		...{ resource: 'envelope', operation: 'downloadEvidence', include: ['sealed'] },
		envelopeId: byId(ID),
	});
	expect(items[0]?.json.incomplete).toEqual([said]);
});
