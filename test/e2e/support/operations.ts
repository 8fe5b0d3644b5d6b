import { RESOURCES } from '../../../nodes/ESignature/actions';
import type { Harness } from './harness';

/** The last test of a file: it met every operation of its resource. */
export function ranAll(harness: Harness, resource: string): void {
	it(`has run every operation of the ${resource}`, () => {
		const operations = RESOURCES.find(({ value }) => value === resource)?.operations ?? {};
		expect([...harness.ran].sort()).toEqual(Object.keys(operations).sort());
	});
}
