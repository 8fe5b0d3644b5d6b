import { sleep } from 'n8n-workflow';

import type { Route } from '../../nodes/ESignature/api';
import type { StoredEnvelope } from '../../sandbox';
import type { StoredDocument } from '../../sandbox/service/records';
import { envelopeParameters, prepareGround } from '../support/ground';
import { until } from '../support/until';

const ground = prepareGround();
const READ = 'GET /sign/envelopes/{envelopeID}';
const DOCUMENTS = 'GET /sign/envelopes/{envelopeID}/documents';
const SEALED = 'GET /sign/envelopes/{envelopeID}:download-sealed';
const TRAIL = 'GET /sign/envelopes/{envelopeID}:download-audit-trail';
const PARTS = ['auditTrail', 'documents', 'original', 'sealed'];

const NOT_THE_SAME =
	'Each copy of this file had a different checksum, so this copy may not match the state of the envelope shown here.';

const parameters = (ID: string, include = PARTS) =>
	envelopeParameters('downloadEvidence', ID, { include });
const archive = async (ID: string, include?: string[]) =>
	await ground.engine.run(parameters(ID, include));
const count = (route: Route) => ground.sandbox.log.count(route);

describe('an envelope that is not finished', () => {
	it.each(['drafted', 'sent', 'processing'] as const)(
		'is refused, and nothing is fetched (%s)',
		async (status) => {
			const { ID } = ground.sandbox.control.envelope({ status });
			const { items, error } = await archive(ID);
			expect(items).toEqual([]);
			expect(error?.message).toBe(`The envelope is not finished: its status is '${status}'`);
			expect(error?.description).toContain('once it is sealed, rejected or canceled');
			expect(ground.sandbox.log.requests.map(({ route }) => route)).toEqual([
				'POST /oauth/token',
				READ,
			]);
		},
	);
});

describe.each(['rejected', 'cancelled'] as const)('an envelope that was %s', (status) => {
	it('is archived with what exists, and says what does not', async () => {
		const { ID, documents } = ground.sandbox.control.envelope({ status, documents: 2 });
		const { items } = await archive(ID);
		expect(Object.keys(items[0]?.binary ?? {}).sort()).toEqual([
			'auditTrail',
			'manifest',
			'original',
		]);
		const reason = `a ${status} envelope does not have this file`;
		expect(items[0]?.json.notIncluded).toEqual([
			{ part: 'sealed', reason },
			...documents.map((document) => ({ part: 'documents', documentID: document.ID, reason })),
		]);
		expect(items[0]?.json.envelope).toMatchObject({ ID, status });
	});

	it('fails when something goes wrong that is not a missing file', async () => {
		const { ID } = ground.sandbox.control.envelope({ status });
		ground.sandbox.faults.always(TRAIL, { kind: 'status', status: 403 });
		const { items, error } = await archive(ID);
		expect(items).toEqual([]);
		expect(error).toMatchObject({ httpCode: '403' });
	});

	it('fails when it is deleted meanwhile, instead of giving an archive without files', async () => {
		const { ID } = ground.sandbox.control.envelope({ status });
		ground.sandbox.faults.next(READ, { kind: 'delay', ms: 0 });
		ground.sandbox.faults.always(READ, { kind: 'status', status: 404 });
		ground.sandbox.faults.always(TRAIL, { kind: 'status', status: 404 });
		const { items, error } = await archive(ID, ['auditTrail']);
		expect(items).toEqual([]);
		expect(error).toMatchObject({ message: 'The envelope was not found', httpCode: '404' });
	});
});

describe('an envelope that changes while its files are fetched', () => {
	/** As the service would note it: the trail grows, and so does the time of the last change. */
	const change = (envelope: StoredEnvelope) => {
		const when = new Date(Date.parse(envelope.lastModifiedAt) + 1000).toISOString();
		envelope.audit.push({ what: 'Something else happened', who: 'service', when });
		envelope.lastModifiedAt = when;
	};
	const sealed = () => ground.sandbox.control.envelope({ status: 'sealed' });

	it('is read before and after', async () => {
		await archive(sealed().ID);
		const routes = ground.sandbox.log.requests.map(({ route }) => route);
		expect(routes.filter((route) => route === READ)).toHaveLength(2);
		expect(routes.slice(1).at(0)).toBe(READ);
		expect(routes.at(-1)).toBe(READ);
	});

	it('is fetched again, so that all files belong to one state', async () => {
		const envelope = sealed();
		ground.sandbox.faults.next(SEALED, { kind: 'delay', ms: 200 });
		const { result } = ground.engine.start(parameters(envelope.ID, ['auditTrail', 'sealed']));
		await until(() => count(SEALED) === 1, result);
		change(envelope);
		const { items } = await result;
		expect([count(SEALED), count(TRAIL), count(READ)]).toEqual([2, 2, 3]);
		expect(items[0]?.json.envelope).toMatchObject({ lastModifiedAt: envelope.lastModifiedAt });
		ground.sandbox.log.clear();
		const again = await archive(envelope.ID, ['auditTrail', 'sealed']);
		const sums = ({ json }: (typeof items)[0]) =>
			(json.files as Array<{ sha256: string }>).map(({ sha256 }) => sha256);
		expect(again.items.map(sums)).toEqual(items.map(sums));
		expect(count(SEALED)).toBe(1);
	});

	/** Runs the archive, and changes something at each request of the route. */
	const changing = async (ID: string, route: Route, act: () => void, include = ['auditTrail']) => {
		ground.sandbox.faults.always(route, { kind: 'delay', ms: 50 });
		let ended = false;
		const { result } = ground.engine.start(parameters(ID, include));
		void result.then(() => (ended = true));
		for (let seen = 0; !ended; await sleep(1)) {
			if (count(route) === seen) continue;
			seen = count(route);
			act();
		}
		return await result;
	};

	it('is given up when its documents change each time', async () => {
		const envelope = sealed();
		const { items, error } = await changing(envelope.ID, TRAIL, () => {
			change(envelope);
			const [document] = envelope.documents as [StoredDocument];
			document.status = document.status === 'sealed' ? 'signed' : 'sealed';
		});
		expect(items).toEqual([]);
		expect(error?.message).toBe('The envelope kept changing while its files were being downloaded');
		expect(error?.description).toContain('Run this step again');
		expect(count(TRAIL)).toBe(3);
	});

	it('is given up when its status changes each time', async () => {
		const envelope = ground.sandbox.control.envelope({ status: 'cancelled' });
		const { items, error } = await changing(envelope.ID, TRAIL, () => {
			envelope.status = envelope.status === 'rejected' ? 'cancelled' : 'rejected';
		});
		expect(items).toEqual([]);
		expect(error?.message).toBe('The envelope kept changing while its files were being downloaded');
		expect(count(TRAIL)).toBe(3);
	});

	it('is archived when a download counts as a change, but changes nothing', async () => {
		const envelope = sealed();
		const touch = () => {
			const when = Date.parse(envelope.lastModifiedAt) + 1000;
			envelope.lastModifiedAt = new Date(when).toISOString();
		};
		const { items, error } = await changing(envelope.ID, TRAIL, touch);
		expect(error).toBeUndefined();
		expect(count(TRAIL)).toBe(2);
		const [file] = items[0]?.json.files as Array<Record<string, unknown>>;
		expect(file).toMatchObject({ field: 'auditTrail', lengthVerified: true });
		expect(file).not.toHaveProperty('warnings');
	});

	it('is archived when its documents are listed in another order each time', async () => {
		const envelope = ground.sandbox.control.envelope({ status: 'sealed', documents: 2 });
		const turn = () => {
			const when = Date.parse(envelope.lastModifiedAt) + 1000;
			envelope.lastModifiedAt = new Date(when).toISOString();
			envelope.documents.reverse();
		};
		const { items, error } = await changing(envelope.ID, DOCUMENTS, turn, ['documents']);
		expect(error).toBeUndefined();
		expect(count(DOCUMENTS)).toBe(2);
		expect(items[0]?.json.files).toHaveLength(2);
	});

	it('is archived when a file differs each time, which is then not called verified', async () => {
		const envelope = sealed();
		const include = ['auditTrail', 'documents'];
		const { items, error } = await changing(envelope.ID, TRAIL, () => change(envelope), include);
		expect(error).toBeUndefined();
		expect(count(TRAIL)).toBe(3);
		const files = items[0]?.json.files as Array<Record<string, unknown>>;
		expect(files).toMatchObject([
			{ field: 'auditTrail', contentVerified: false, warnings: [NOT_THE_SAME] },
			{ field: 'document_1' },
		]);
		expect(files[1]).not.toHaveProperty('contentVerified');
		expect(files[1]).not.toHaveProperty('warnings');
	});

	it('is archived without a warning when the third copy is the second one again', async () => {
		const envelope = sealed();
		let changes = 0;
		const { items, error } = await changing(envelope.ID, TRAIL, () => {
			// The time of change moves on each time, the trail only the second time.
			const { length } = envelope.audit;
			change(envelope);
			if (++changes !== 2) envelope.audit.length = length;
		});
		expect(error).toBeUndefined();
		expect(count(TRAIL)).toBe(3);
		const [file] = items[0]?.json.files as Array<Record<string, unknown>>;
		expect(file).not.toHaveProperty('contentVerified');
		expect(file).not.toHaveProperty('warnings');
	});
});
