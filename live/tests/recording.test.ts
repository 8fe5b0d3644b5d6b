import { randomUUID } from 'node:crypto';

import { recordings, shapesOf, type Recording } from '../recordings';
import { replay } from '../replay';
import { markdownOf } from '../report';
import type { Sandbox } from '../../sandbox';
import { formsOf } from '../../test/support/canaries';
import { say } from '../../test/contract/repository';
import { skipPauses } from '../../test/support/skipPauses';
import { recordingIn, reportIn, visitTo, withoutWaiting } from './visits';

withoutWaiting();

/** As it is read from its file. */
const stored = (recording: Recording) => JSON.parse(JSON.stringify(recording)) as Recording;

const SPOKEN = ['extra-keys', 'key-id', 'problem-extensions', 'role-capitals'];
let recording: Recording;
beforeAll(async () => {
	recording = stored(recordingIn(await visitTo({ dialects: SPOKEN, pageSize: 5, seed: true })));
});

/** The sandbox's answers to the same visit. */
const sandboxShapes = async (dialects: string[]) =>
	shapesOf(recordingIn(await visitTo({ dialects, pageSize: 5, seed: true })));

describe('report and recording', () => {
	it('have neither secrets nor addresses nor names', async () => {
		const canary = () => `canary-${randomUUID()}`;
		const name = canary();
		const email = `${canary()}@corp.example.net`;
		const tokens: unknown[] = [];
		const account = { clientId: canary(), clientSecret: canary() };
		const watch = ({ control, faults }: Sandbox) => {
			control.envelope({ name, participants: [{ email }] });
			faults.choose = ({ headers }) =>
				void tokens.push(headers.authorization?.slice('Bearer '.length));
		};
		const visit = await visitTo(account, {
			prepare: watch,
			send: email,
			say: () => {},
			sign: true,
		});

		const texts = [
			markdownOf(reportIn(visit)),
			JSON.stringify(reportIn(visit)),
			JSON.stringify(recordingIn(visit)),
		];
		const secrets = [
			name,
			email,
			...Object.values(account),
			...new Set(tokens),
			new URL(visit.url).host,
		].filter((one) => typeof one === 'string' && one !== 'wrong');
		expect(secrets.length).toBeGreaterThan(5);
		for (const secret of secrets.flatMap((one) => formsOf(String(one)))) {
			expect(texts.filter((text) => text.includes(secret))).toEqual([]);
		}
	});
});

describe('a recording', () => {
	skipPauses();

	it('has the node put out the same again', async () => {
		const { replayed, differences } = await replay(recording);

		expect(differences).toEqual([]);
		expect(replayed).toBeGreaterThan(40);
	});

	it('shows when the node puts out something else, or sends something else', async () => {
		const { runs, exchanges } = stored(recording);
		const get = runs.find(({ operation }) => operation === 'envelope/get');
		Object.assign(get?.outputs[0]?.json ?? {}, { status: 'sent' });
		const rename = exchanges.find(
			({ during, method }) => /^document\/rename/.test(during) && method === 'PATCH',
		);
		Object.assign(rename ?? {}, { sent: { title: 'renamed.docx' } });

		const { differences } = await replay({ ...recording, runs, exchanges });

		expect(differences.filter((line) => line.startsWith('envelope/get put out'))).toHaveLength(1);
		expect(differences.join()).toMatch(
			/PATCH \S+ with \{"name":"renamed.docx"\} was not sent then/,
		);
	});

	it('has the shapes of the sandbox when it speaks as the service does, and only then', async () => {
		const recorded = shapesOf(recording);

		expect(recording.dialects.sort()).toEqual(SPOKEN);
		expect(await sandboxShapes(SPOKEN)).toEqual(recorded);
		expect(await sandboxShapes([])).not.toEqual(recorded);
	});
});

const real = recordings();
if (real.length === 0)
	say('No recording of the real service yet: docs/live.md says how to make one.');

for (const recorded of real) {
	describe(`the real service on ${recorded.date}`, () => {
		skipPauses();

		it('gets the same from the node, and answers as the sandbox does', async () => {
			expect((await replay(recorded)).differences).toEqual([]);
			expect(await sandboxShapes(recorded.dialects)).toEqual(shapesOf(recorded));
		});
	});
}
