import { randomUUID } from 'crypto';

import {
	addParticipants,
	skipExisting,
} from '../../../../../nodes/ESignature/actions/participant/addParticipants';
import type { NewParticipant, Participant } from '../../../../../nodes/ESignature/api';
import type { Call } from '../../../../../nodes/ESignature/core';
import { RunMemory } from '../../../../../nodes/ESignature/core/memory';

interface Sent {
	body?: NewParticipant | { items: NewParticipant[] };
	objection?(reply: unknown): string | undefined;
}

/** A service that answers a creation and a list in its own words. */
function service(answer: (sent: NewParticipant[]) => object, list: () => Participant[]): Call {
	const request = async (route: string, { body, objection }: Sent) => {
		if (route.startsWith('GET ')) return { items: list() };
		const reply = answer(body && 'items' in body ? body.items : [body as NewParticipant]);
		const reason = objection?.(reply);
		if (reason !== undefined) throw new Error(reason);
		return reply;
	};
	return { request, pause: async () => {}, memory: new RunMemory() } as unknown as Call;
}

const ada = { email: 'ada@example.com', role: 'signer' } as const;
const alan = { email: 'alan@example.com', role: 'signer' } as const;
const copy = { email: 'ada@example.com', role: 'cc' } as const;

describe('participants that are added together', () => {
	it.each<[string, NewParticipant[], (one: Participant) => object]>([
		['their roles', [ada, copy], ({ ID, email }) => ({ ID, email })],
		['their addresses', [ada, alan], (one) => ({ ...one, email: 'a***@example.com' })],
		['nearly everything', [ada, alan, copy], ({ ID }) => ({ ID })],
	])('are told apart by the list when the answer leaves out %s', async (_, wanted, shown) => {
		let there: Participant[] = [];
		const call = service(
			(sent) => {
				there = sent.map((one) => ({ ID: randomUUID(), ...one })).reverse();
				return { items: there.map(shown) };
			},
			() => there,
		);
		const made = await addParticipants(call, randomUUID(), wanted, { toldApart: true });
		expect(made.map(({ email, role }) => ({ email, role }))).toEqual(wanted);
	});

	it('are found by their place, which is said, when the list does not tell them apart either', async () => {
		let there: Participant[] = [];
		const hidden = () => there.map(({ ID }) => ({ ID, email: '***', role: 'signer' }));
		const call = service((sent) => {
			there = sent.map((one) => ({ ID: randomUUID(), ...one }));
			return { items: hidden() };
		}, hidden);
		const made = await addParticipants(call, randomUUID(), [ada, alan]);
		expect(made.map(({ ID }) => ID)).toEqual(there.map(({ ID }) => ID));
		expect(made.every(({ matchedBy }) => matchedBy === 'position')).toBe(true);
		await expect(
			addParticipants(call, randomUUID(), [ada, alan], { toldApart: true }),
		).rejects.toThrow('The service does not show which of the new participants is which');
	});

	it.each<[string, NewParticipant[], (old: Participant) => object]>([
		['was there before', [ada], (old) => old],
		[
			'was there before, among others',
			[ada, alan],
			(old) => ({ items: [old, { ...alan, ID: '2' }] }),
		],
		[
			'comes twice',
			[ada, alan],
			() => ({ items: [ada, alan].map((one) => ({ ...one, ID: '3' })) }),
		],
	])('are not those of an answer with somebody who %s', async (_, wanted, answer) => {
		const old = { ID: randomUUID(), ...ada };
		const call = service(
			() => answer(old),
			() => [old],
		);
		await expect(addParticipants(call, randomUUID(), wanted)).rejects.toThrow(
			'The response names something that already existed, or the same thing twice.',
		);
	});
});

it('adds a participant again unless somebody asks to skip who is there', () => {
	expect(skipExisting).toMatchObject({ type: 'boolean', default: false });
});
