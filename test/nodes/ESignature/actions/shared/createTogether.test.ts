import { createTogether } from '../../../../../nodes/ESignature/actions/shared/createTogether';
import type { Judged } from '../../../../../nodes/ESignature/actions/shared/sendTogether';
import { UserError, type Call, type Kind } from '../../../../../nodes/ESignature/core';
import { RunMemory } from '../../../../../nodes/ESignature/core/memory';
import { partsDone } from '../../../../../nodes/ESignature/core/nodeError';
import { answer } from '../../core/fakeJobs';

interface Wanted {
	key: string;
}
type Made = Wanted & { ID: string };

const fits = (one: Wanted, other: Wanted) => one.key === other.key;
const KIND: Kind<Wanted, Made> = {
	same: fits,
	agrees: () => true,
	proves: fits,
	contradicts: (one, other) => !fits(one, other),
	tiers: [{ fits }],
};

let places = 0;

/** A place at the service, and how it answers each request, in order. */
class Service {
	things: Made[] = [];

	/** The keys of each request that was sent. */
	sent: string[] = [];

	/** Carried out, but only after the last look of whoever sent it. */
	late: Wanted[] = [];

	answers: Array<'done' | 'lost' | 'late' | 'halved' | 'limited' | 'mixed' | 'fewer'> = [];

	readonly memory = new RunMemory();

	private readonly place = `things of service ${++places}`;

	make(wanted: Wanted[]): Made[] {
		const made = wanted.map(({ key }) => ({ key, ID: `${this.things.length}-${key}` }));
		this.things.push(...made);
		return made;
	}

	/** n8n runs the node again. */
	nextTry(): void {
		this.memory.tries += 1;
		this.make(this.late.splice(0));
		this.sent = [];
	}

	async create(...keys: string[]): Promise<Made[] | Error> {
		const call = { pause: async () => {}, account: async () => 'account', memory: this.memory };
		const request = async (
			wanted: Wanted[],
			{ objection, settle }: Judged<never>,
		): Promise<{ items: Made[] }> => {
			this.sent.push(wanted.map(({ key }) => key).join());
			const how = this.answers.shift() ?? 'done';
			if (how === 'done') return { items: this.make(wanted) };
			if (how === 'limited') throw answer(429);
			if (how === 'halved') {
				this.make(wanted.slice(0, 1));
				throw answer(400);
			}
			if (how === 'late') this.late.push(...wanted);
			else this.make(wanted);
			const others = wanted.slice(how === 'fewer' ? 1 : 0).map(() => ({ key: 'x', ID: 'other' }));
			if (how === 'mixed' || how === 'fewer') {
				const given = (wanted.length > 1 ? { items: others } : others[0]) as never;
				if (objection(given) === undefined) return { items: others };
			}
			const settled = await settle();
			if (typeof settled === 'string')
				throw new UserError('Lost', undefined, { outcome: 'unknown' });
			const { reply } = settled as { reply: Made | { items: Made[] } };
			return 'items' in reply ? reply : { items: [reply] };
		};
		return await createTogether<Wanted, Made>(
			call as unknown as Call,
			keys.map((key) => ({ key })),
			{
				kind: KIND,
				place: this.place,
				where: this.place,
				list: async () => [...this.things],
				one: async (body, judged) => (await request([body], judged as never)).items[0] as Made,
				many: async ({ items }, judged) => await request(items, judged as never),
				shown: ({ ID }) => ID,
			},
		).catch((error: Error) => error);
	}

	count(key: string): number {
		return this.things.filter((one) => one.key === key).length;
	}
}

describe('things that are created together', () => {
	it('are found again when the answer was lost, and sent once', async () => {
		const service = new Service();
		service.answers = ['lost'];

		expect(await service.create('a', 'b')).toMatchObject([
			{ key: 'a', reconciled: true },
			{ key: 'b', reconciled: true },
		]);
		expect(service.sent).toEqual(['a,b']);
	});

	it.each([
		['about another one', 'mixed', ['a']],
		['about others', 'mixed', ['a', 'b']],
		['about fewer', 'fewer', ['a', 'b']],
	] as const)('are found again when the answer is %s, which is nobody of ours', async (...row) => {
		const [, how, keys] = row;
		const service = new Service();
		service.answers = [how];

		expect(await service.create(...keys)).toMatchObject(
			keys.map((key) => ({ key, reconciled: true })),
		);
		expect(service.sent).toEqual([keys.join()]);
	});

	it('are known by entry when the request was refused after a part of it was done', async () => {
		const service = new Service();
		service.answers = ['halved'];
		const error = await service.create('a', 'b');

		expect([...partsDone(error as Error).entries()]).toEqual([
			[{ key: 'a' }, { key: 'a', ID: '0-a', reconciled: true }],
		]);
	});
});

describe('in the next try of the same run', () => {
	it('what came after the last look is found and not sent again', async () => {
		const service = new Service();
		service.answers = ['late'];
		service.nextTry();
		expect(await service.create('a', 'b')).toBeInstanceOf(UserError);
		service.nextTry();

		expect(await service.create('a', 'b')).toMatchObject([{ key: 'a' }, { key: 'b' }]);
		expect(service.sent).toEqual([]);
	});

	it('what is still unknown stays unknown and is not sent again', async () => {
		const service = new Service();
		service.answers = ['late'];
		service.nextTry();
		await service.create('a');
		service.late = [];
		service.nextTry();
		await service.create('a');
		service.nextTry();

		expect(await service.create('a')).toBeInstanceOf(UserError);
		expect(service.sent).toEqual([]);
	});

	it('nothing is sent again of several requests for one target that were all left in doubt', async () => {
		const service = new Service();
		service.answers = ['late', 'late'];
		service.nextTry();
		await service.create('a', 'b');
		await service.create('c', 'd');
		service.nextTry();
		await service.create('a', 'b');
		await service.create('c', 'd');

		expect(service.sent).toEqual([]);
		expect(['a', 'b', 'c', 'd'].map((key) => service.count(key))).toEqual([1, 1, 1, 1]);
	});

	it('a request in doubt is not forgotten because one before it fails again', async () => {
		const service = new Service();
		service.answers = ['halved', 'late', 'limited'];
		service.nextTry();
		await service.create('a', 'b');
		await service.create('c');
		service.nextTry();
		// What was made is known by entry, so only the rest of the first request is asked for.
		await service.create('b');
		await service.create('c');

		expect(service.sent).toEqual(['b']);
		expect(service.count('c')).toBe(1);
	});
});
