import { NodeOperationError } from 'n8n-workflow';

import { Breaker } from '../../../../nodes/ESignature/core/jobs';
import { node } from '../sampleNode';
import { answer } from './fakeJobs';

const SILENT = 'Not attempted, because the service was not available for earlier items';
const NO_ENTRY = /did not accept the credential/;

/** What is said after these failures, if nothing more is attempted. */
function after(errors: Array<ReturnType<typeof answer> | NodeOperationError | 'success'>) {
	const breaker = new Breaker();
	for (const error of errors) {
		if (error === 'success') breaker.succeeded();
		else breaker.failed(error);
	}
	return breaker.open?.message;
}
const times = <Value>(count: number, value: Value) => Array<Value>(count).fill(value);
const marked = (context: object) =>
	Object.assign(new NodeOperationError(node, 'No'), { context: { ...context } });

it.each([
	['429', answer(429)],
	['500', answer(500)],
	['501', answer(501)],
	['503', answer(503)],
	['599', answer(599)],
	['silence', marked({ outage: true })],
])('leaves the service alone after five failures in a row: %s', (_, error) => {
	expect(after(times(4, error))).toBeUndefined();
	expect(after(times(5, error))).toBe(SILENT);
});

it.each([
	['400', answer(400)],
	['404', answer(404)],
	['409', answer(409)],
	['499', answer(499)],
	['an input', marked({})],
])('goes on after any number of failures that are those of an item: %s', (_, error) => {
	expect(after(times(20, error))).toBeUndefined();
	expect(after([...times(4, answer(500)), error, ...times(4, answer(500))])).toBeUndefined();
});

it.each([
	['401', answer(401)],
	['a sign-in that was refused', marked({ signIn: true, outage: true })],
])('says so where the credential was not accepted: %s', (_, error) => {
	expect(after(times(4, error))).toBeUndefined();
	expect(after(times(5, error))).toMatch(NO_ENTRY);
});

it('forgets failures with the next success', () => {
	expect(after([...times(4, answer(500)), 'success', ...times(4, answer(500))])).toBeUndefined();
});
