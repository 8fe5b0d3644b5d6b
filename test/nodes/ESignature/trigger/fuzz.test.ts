import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { ANSWERS, REASONS, tryAgain } from '../../../../nodes/ESignature/trigger/texts';
import { say } from '../../../contract/repository';
import { draws } from '../../../support/draws';
import { handled } from './plainHost';
import { Chance } from '../../../support/chance';
import { digestOf, signedByLibrary } from '../lib/http-signature/signing';

const REQUESTS = draws(50_000);
const SEED = 777;
const URL_OF_NODE = 'https://n8n.example.com/webhook/1/webhook';
const credentials = { clientId: 'client-1', clientSecret: 'known to both', webhookSecret: 'gate' };
const key = { id: 'client-1', secret: 'gate' };

const INPUT = [
	...'sig= sig1= , ( ) "@method" "@path" "host" "date" "content-digest" "__proto__"'.split(' '),
	...';created=1 ;created=-9 ;keyid="client-1" ;alg="hmac-sha256" ;alg=none ; ='.split(' '),
	...'" \\ : :AAAA: ?1 1.5 * \u00ff \u0000 constructor=1 %"x" @1 "@query"'.split(' '),
	', ',
	' ',
	'\t',
	'("@method" "@path" "content-digest")',
];
const BODY = [
	...'{ } [ ] "id" "type" "data" "envelopeID" "__proto__" : , null "a" 1 1e999'.split(' '),
	'"\\ud800"',
	'"\\',
	'\u0000',
	'\ufeff',
	' ',
	'\n',
	'{"id":"1","type":"A"}',
	'{"type":7}',
	'{"data":[[]]}',
	'{"id":{"a":1},"type":["x"]}',
	'{"data":null,"created":{}}',
];

function joined(chance: Chance, pieces: readonly string[], most: number): string {
	let text = '';
	for (let left = chance.whole(most); left > 0; left--) text += chance.pick(pieces);
	return text;
}

const FIXED = [...Object.values(ANSWERS), ...Object.values(REASONS).map(tryAgain)];

const isFixed = ({ status, text }: { status?: number; text?: string }) =>
	FIXED.some((answer) => answer.status === status && answer.text === text);

const KEYS = ['id', 'type', 'created', 'data', 'late', 'envelopeId'];

/** A malformed request, signed or not. */
function anyRequest(chance: Chance) {
	const text = chance.oneIn(4)
		? JSON.stringify({ id: String(chance.whole(1e9)), type: chance.pick(INPUT), data: { a: 1 } })
		: joined(chance, BODY, 8);
	const body = Buffer.from(text, chance.oneIn(8) ? 'latin1' : 'utf8');
	const headers: Record<string, string> = {
		...(!chance.oneIn(20) && {
			'content-type': chance.oneIn(20) ? 'multipart/x' : 'application/json',
		}),
		...(chance.oneIn(40) && { 'content-encoding': chance.pick(['gzip', 'identity', '\u00ff']) }),
		date: chance.oneIn(3) ? joined(chance, INPUT, 3) : 'Thu, 01 Jan 1970 00:00:00 GMT',
		host: chance.pick(['n8n.example.com', '', 'a b', '[', '\u00ff', 'x/../y']),
		'content-digest': chance.oneIn(2) ? digestOf(body) : joined(chance, INPUT, 4),
		'x-webhook-secret': chance.pick(['gate', 'x', '']),
	};
	const verification = chance.pick(['httpMessageSignature', 'sharedSecretHeader', 'none', '?']);
	const parameters: IDataObject = { verification, options: { dropDuplicates: chance.oneIn(2) } };
	if (chance.oneIn(20)) {
		const fields = ['@method', '@path', 'content-digest'];
		const plain = { 'content-digest': digestOf(body) };
		const sent = { url: URL_OF_NODE, method: 'POST', headers: plain, content: body };
		const signed = signedByLibrary(sent, { fields, params: { created: 1 }, key });
		return { headers: { ...headers, ...signed.headers }, body, parameters };
	}
	const signature = {
		'signature-input': joined(chance, INPUT, 12),
		signature: joined(chance, INPUT, 6),
	};
	return { headers: { ...headers, ...signature }, body, parameters };
}

it(`answers ${REQUESTS} hostile requests with nothing but its fixed answers`, async () => {
	const chance = new Chance(SEED);
	const strange: object[] = [];
	const count = new Map<string, number>();
	for (let at = 0; at < REQUESTS; at++) {
		const request = anyRequest(chance);
		const originalUrl = chance.pick(['/webhook/1/webhook', '', '//', '/%zz?\u00ff', '?x']);
		const workflow = `fuzz ${Math.floor(at / 1000)}`;
		const given = { url: URL_OF_NODE, workflow, credentials, originalUrl, ...request };
		const seen = await handled(given).catch((error: unknown) => ({
			thrown: String(error),
			result: undefined,
			status: undefined,
		}));
		const items = seen.result?.workflowData?.[0];
		const expected = items
			? seen.status === undefined &&
				Object.keys(items[0]!.json).every((name) => KEYS.includes(name))
			: seen.result?.noWebhookResponse === true && isFixed(seen);
		if (!expected) strange.push({ ...request, seen });
		const outcome = items ? 'run' : String(seen.status);
		count.set(outcome, (count.get(outcome) ?? 0) + 1);
	}
	const counts = [...count].sort().map(([outcome, times]) => `${outcome} ${times}`);
	say(`trigger: ${REQUESTS} hostile requests, answered ${counts.join(', ')}; 0 thrown`);
	expect(strange).toEqual([]);
	expect([...count.keys()].sort()).toEqual(['200', '400', '401', '503', 'run']);
	expect(count.get('run')).toBeGreaterThan(draws(1000));
});

it('says nothing of a request in the log', async () => {
	const canary = createHash('sha256').update('canary').digest('hex');
	const headers = {
		'content-type': 'application/json',
		'signature-input': `${canary}=("${canary}")`,
		signature: `${canary}=:AAAA:`,
	};
	const body = Buffer.from(JSON.stringify({ id: canary, type: canary }));
	const { log } = await handled({ url: URL_OF_NODE, credentials, headers, body });

	expect(log).not.toEqual([]);
	expect(log.join()).not.toContain(canary);
});
