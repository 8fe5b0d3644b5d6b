import type { INodeExecutionData } from 'n8n-workflow';

import type { LoggedRequest, Sandbox } from '../../sandbox';
import { createSandbox } from '../../sandbox';
import { jsonReply } from '../../sandbox/http/reply';
import { EXECUTION_HEADER } from './executions';
import { violationsOf } from './invariants';
import { Ledger } from './ledger';
import { outcomeOf, type ItemOutcome } from './outcome';
import type { Intent } from './intents';
import type { Ended } from './world';

let sandbox: Sandbox;
let ledger: Ledger;
beforeEach(async () => {
	sandbox = await createSandbox();
	ledger = new Ledger(sandbox.control);
});
afterEach(async () => await sandbox.close());

const ENVELOPE = '/sign/envelopes/{envelopeID}';
const PARTICIPANTS = `POST ${ENVELOPE}/participants` as const;

/** Something that the service does for an execution. */
async function does(by: string, act: () => void) {
	const headers = { [EXECUTION_HEADER]: by };
	const entry = { method: 'POST', path: '', headers } as unknown as LoggedRequest;
	ledger.open(entry, true);
	await ledger.witness(entry, async () => {
		act();
		return jsonReply(200, {});
	});
}

const create = (name: string) => () =>
	sandbox.control.act('POST /sign/envelopes', { ids: {}, body: { name, mode: 'parallel' } });
const newest = () => sandbox.control.envelopes()[0]?.ID ?? '';
const ids = () => ({ envelopeID: newest() });
const add = (email: string) => () =>
	sandbox.control.act(PARTICIPANTS, { ids: ids(), body: { email, role: 'signer' } });
const upload = (fileName: string) => () =>
	sandbox.control.act(`POST ${ENVELOPE}/documents`, {
		ids: ids(),
		upload: {
			metadata: JSON.stringify({ name: fileName }),
			payloads: [{ bytes: Buffer.from('%PDF-1.4'), fileName }],
		},
	});
const send = () => sandbox.control.act(`POST ${ENVELOPE}:send-for-signing`, { ids: ids() });
const remove = () => sandbox.control.act(`DELETE ${ENVELOPE}`, { ids: ids() });

const TOLD: Record<ItemOutcome, (json: object) => INodeExecutionData['json']> = {
	done: (json) => ({ ...json }) as INodeExecutionData['json'],
	notDone: () => ({ error: 'Refused', details: { outcome: 'notDone' } }),
	unknown: () => ({
		error: 'Lost',
		details: { outcome: 'unknown', description: "Look for 'NDA'" },
	}),
};

function told(intent: object, outcome: ItemOutcome, json: object = {}, item = 0): Ended {
	const outputs = [{ json: TOLD[outcome](json), pairedItem: { item } }];
	return {
		execution: 'x1',
		operation: 'envelope: create',
		item,
		intent: { outputs: 1, places: ['NDA'], ...intent } as Intent,
		outputs,
		outcomes: outputs.map(outcomeOf),
		text: JSON.stringify(outputs),
		at: ledger.now,
		isSo: false,
		paired: true,
	};
}

const violations = (...all: Ended[]) => violationsOf(all, ledger);
const creates = { does: 'creates', name: 'NDA' };
const composes = { does: 'composes', name: 'NDA', send: true, marks: ['a@example.com', 'a.pdf'] };
const adds = { does: 'adds', kind: 'participant', marks: ['a@example.com'], skipExisting: false };

describe('a creation', () => {
	it('is found when it was made twice', async () => {
		await does('x1', create('NDA'));
		await does('x1', create('NDA'));
		expect(violations(told(creates, 'done', { ID: newest() }))).toEqual([
			expect.stringContaining('exists too often'),
		]);
	});

	it("is found when it is another's", async () => {
		await does('otherClient', create('NDA'));
		const [line] = violations(told(creates, 'done', { ID: newest() }));
		expect(line).toContain('was made by otherClient');
	});

	it('is found when it exists, though it was told as not done', async () => {
		await does('x1', create('NDA'));
		expect(violations(told(creates, 'notDone'))).toHaveLength(1);
	});

	it('is found when the user is not told where to look', () => {
		expect(violations(told({ ...creates, places: ['Lease'] }, 'unknown'))).toEqual([
			expect.stringContaining('without a place to look'),
		]);
	});
});

describe('an envelope that is sent', () => {
	const filled = async (by = 'x1') => {
		await does('x1', create('NDA'));
		await does('x1', upload('a.pdf'));
		await does(by, add('a@example.com'));
	};

	it('is found with somebody whom another has added', async () => {
		await filled('otherClient');
		await does('x1', send);
		expect(violations(told(composes, 'done', { ID: newest() }))).toEqual([
			expect.stringContaining('sent with a participant of another client'),
		]);
	});

	it('is found when it was told as not done, and when it was not sent at all', async () => {
		await filled();
		expect(violations(told(composes, 'done', { ID: newest() }))).toEqual([
			expect.stringContaining('told as sent, but it was not'),
		]);
		await does('x1', send);
		expect(violations(told(composes, 'notDone')).join()).toContain('sent, but told as not done');
	});
});

describe('an addition', () => {
	beforeEach(async () => await does('otherClient', create('NDA')));
	const person = () => sandbox.control.envelopes()[0]?.participants.at(-1)?.ID;

	it('is found twice, and found when it was told as not done', async () => {
		await does('x1', add('a@example.com'));
		expect(violations(told(adds, 'done', { ID: person() }))).toEqual([]);
		expect(violations(told(adds, 'notDone'))).toHaveLength(1);
		await does('x1', add('a@example.com'));
		expect(violations(told(adds, 'done', { ID: person() }))).toEqual([
			expect.stringContaining('exists 2 times'),
		]);
	});

	it("is found when it is another's, unless they cannot be told apart", async () => {
		const [twin] = ledger.otherClient(add('a@example.com'));
		const ended = told(adds, 'done', { ID: twin?.ID });
		expect(violations(ended)).toEqual([expect.stringContaining('was made by otherClient')]);
		ledger.exactTwins.add(twin?.ID ?? '');
		// Only what is said to have been found by reading may be a twin.
		expect(violations(ended)).toHaveLength(1);
		expect(violations(told(adds, 'done', { ID: twin?.ID, reconciled: true }))).toEqual([]);
	});
});

describe('a deletion', () => {
	it('is found when it is there, never was, or is gone by our own request', async () => {
		await does('otherClient', create('NDA'));
		const ID = newest();
		const intent = { does: 'deletes', ID };
		expect(violations(told(intent, 'done'))).toEqual([expect.stringContaining('but it was there')]);
		expect(violations(told({ ...intent, ID: 'nothing' }, 'done'))).toEqual([
			expect.stringContaining('never existed'),
		]);
		await does('x1', remove);
		expect(violations(told(intent, 'done'))).toEqual([]);
		expect(violations(told(intent, 'notDone'))).toHaveLength(1);
	});
});

describe('every item', () => {
	it('has as many outputs as it should, paired with it', () => {
		const ended = told(creates, 'unknown');
		expect(violations({ ...ended, outputs: [], outcomes: [] }).join()).toContain('0 outputs');
		expect(violations({ ...ended, paired: false })).toEqual([
			expect.stringContaining('not paired'),
		]);
	});
});
