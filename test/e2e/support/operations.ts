import { RESOURCES } from '../../../nodes/ESignature/actions';
import type { Ground } from './ground';

/** The last test of a file: it met every operation of its resource. */
export function ranAll(ground: Ground, resource: string): void {
	it(`has run every operation of the ${resource}`, () => {
		const operations = RESOURCES.find(({ value }) => value === resource)?.operations ?? {};
		expect([...ground.ran].sort()).toEqual(Object.keys(operations).sort());
	});
}
