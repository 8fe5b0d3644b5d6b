import { say } from '../../../../contract/repository';
import { draws } from '../../../../support/draws';
import { Chance } from '../../trigger/random';
import { anyMessage, anySigning } from './messages';
import { signedBySecond, type Sent } from './signing';
import { acceptedByUs } from './verifiers';

const REQUESTS = draws(60);
const SEED = 9421;
const key = { id: 'client-1', secret: 'known to both' };

/** Every text or body that differs from this one in exactly one bit. */
function* flips(bytes: Buffer): Generator<Buffer> {
	for (let bit = 0; bit < bytes.length * 8; bit++) {
		const changed = Buffer.from(bytes);
		changed[bit >> 3]! ^= 1 << (bit & 7);
		yield changed;
	}
}

const withHeader = (sent: Sent, name: string, value: string): Sent => ({
	...sent,
	headers: { ...sent.headers, [name]: value },
});

/** Headers reach a node as Latin-1, without blanks around them. */
const flippedHeaders = function* (sent: Sent, name: string): Generator<Sent> {
	const value = sent.headers[name] ?? '';
	for (const changed of flips(Buffer.from(value, 'latin1'))) {
		const text = changed.toString('latin1').trim();
		if (text !== value) yield withHeader(sent, name, text);
	}
};

function* flippedBodies(sent: Sent): Generator<Sent> {
	for (const content of flips(sent.content)) yield { ...sent, content };
}

/** What is covered and travels as a header; the host is taken from the node's own address. */
const coveredHeaders = (fields: string[]) =>
	fields.filter((field) => !field.startsWith('@') && field !== 'host');

it('refuses every message that differs in one bit from a valid one', () => {
	const chance = new Chance(SEED);
	const count = { body: 0, header: 0, parameter: 0, signature: 0, component: 0 };
	const accepted: Sent[] = [];
	const check = (part: keyof typeof count, changed: Iterable<Sent>) => {
		for (const sent of changed) {
			count[part]++;
			if (acceptedByUs(sent, key)) accepted.push(sent);
		}
	};
	for (let at = 0; at < REQUESTS; at++) {
		const signing = anySigning(chance, key);
		const sent = signedBySecond(anyMessage(chance), signing);
		expect(acceptedByUs(sent, key)).toBe(true);
		check('body', flippedBodies(sent));
		for (const name of coveredHeaders(signing.fields)) check('header', flippedHeaders(sent, name));
		check('parameter', flippedHeaders(sent, 'signature-input'));
		check('signature', flippedHeaders(sent, 'signature'));
		check(
			'component',
			signing.fields.map((field) => {
				const input = sent.headers['signature-input']!;
				return withHeader(sent, 'signature-input', input.replace(`"${field}"`, ''));
			}),
		);
	}
	const { body, header, parameter, signature, component } = count;
	say(
		`signatures: ${body + header + parameter + signature} single-bit changes of ${REQUESTS} requests refused ` +
			`(body ${body}, digest and other headers ${header}, parameters ${parameter}, signature ${signature}), ` +
			`and ${component} removed components`,
	);
	expect(accepted).toEqual([]);
	expect(Math.min(body, header, parameter, signature)).toBeGreaterThan(draws(20_000));
});
