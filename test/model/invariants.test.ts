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
async function act(by: string, apply: () => void) {
	const headers = { [EXECUTION_HEADER]: by };
	const entry = { method: 'POST', path: '', headers } as unknown as LoggedRequest;
	ledger.open(entry, true);
	await ledger.intercept(entry, async () => {
		apply();
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
const lastParticipant = () => sandbox.control.envelopes()[0]?.participants.at(-1)?.ID;

/** An envelope that can be sent, with a participant from this client. */
async function fill(by: string) {
	await act('x1', create('NDA'));
	await act('x1', upload('a.pdf'));
	await act(by, add('a@example.com'));
}

const OUTPUTS: Record<ItemOutcome, (json: object) => INodeExecutionData['json']> = {
	done: (json) => ({ ...json }) as INodeExecutionData['json'],
	notDone: () => ({ error: 'Refused', details: { outcome: 'notDone' } }),
	unknown: () => ({
		error: 'Lost',
		details: { outcome: 'unknown', description: "Look for 'NDA'" },
	}),
};

/** An item of the execution x1 that ended like this. */
function ended(intent: object, outcome: ItemOutcome, json: object = {}): Ended {
	const outputs = [{ json: OUTPUTS[outcome](json), pairedItem: { item: 0 } }];
	return {
		execution: 'x1',
		operation: 'envelope: create',
		item: 0,
		intent: { outputs: 1, places: ['NDA'], ...intent } as Intent,
		outputs,
		outcomes: outputs.map(outcomeOf),
		text: JSON.stringify(outputs),
		at: ledger.now,
		isApplied: false,
		paired: true,
	};
}

const creates = { does: 'creates', name: 'NDA' };
const composes = { does: 'composes', name: 'NDA', send: true, marks: ['a@example.com', 'a.pdf'] };
const adds = { does: 'adds', kind: 'participant', marks: ['a@example.com'], skipExisting: false };

/** One for each rule: what happens, how the item ends, and what is wrong with that. */
const CASES: Array<[string, string, () => Promise<Ended>]> = [
	[
		'an item without a place to look',
		'without a place to look',
		async () => ended({ ...creates, places: ['Lease'] }, 'unknown'),
	],
	[
		'an envelope that was created twice',
		'exists too often',
		async () => {
			await act('x1', create('NDA'));
			await act('x1', create('NDA'));
			return ended(creates, 'done', { ID: newest() });
		},
	],
	[
		'an envelope of another client',
		'was made by otherClient',
		async () => {
			await act('otherClient', create('NDA'));
			return ended(creates, 'done', { ID: newest() });
		},
	],
	[
		'an envelope that was sent, though the item was not done',
		'sent, but reported as not done',
		async () => {
			await fill('x1');
			await act('x1', send);
			return ended(composes, 'notDone');
		},
	],
	[
		'an envelope that was sent with a participant of another client',
		'sent with a participant of another client',
		async () => {
			await fill('otherClient');
			await act('x1', send);
			return ended(composes, 'done', { ID: newest() });
		},
	],
	[
		'a participant that was added twice',
		'exists 2 times',
		async () => {
			await act('otherClient', create('NDA'));
			await act('x1', add('a@example.com'));
			await act('x1', add('a@example.com'));
			return ended(adds, 'done', { ID: lastParticipant() });
		},
	],
	[
		'a participant of another client',
		'was made by otherClient',
		async () => {
			await act('otherClient', create('NDA'));
			await act('otherClient', add('a@example.com'));
			return ended(adds, 'done', { ID: lastParticipant() });
		},
	],
	[
		'a deletion that was not carried out',
		'reported as deleted, but it was there',
		async () => {
			await act('otherClient', create('NDA'));
			return ended({ does: 'deletes', ID: newest() }, 'done');
		},
	],
	[
		'a cancellation that was not carried out',
		'reported as cancelled, but it was not',
		async () => {
			await act('otherClient', create('NDA'));
			return ended({ does: 'cancels', envelopeID: newest() }, 'done');
		},
	],
	[
		'a reminder that was not sent',
		'reported as reminded, but no reminder was sent',
		async () => ended({ does: 'reminds', envelopeID: '1' }, 'done'),
	],
	[
		'a change that was not made',
		'reported as changed, but it was not',
		async () => ended({ does: 'changes', path: '/', mark: 'Lease' }, 'done'),
	],
];

it.each(CASES)('reports %s', async (_, violation, prepare) => {
	const item = await prepare();

	expect(violationsOf([item], ledger).join()).toContain(violation);
});
