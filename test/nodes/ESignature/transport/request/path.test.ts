import fc from 'fast-check';

import { ENDPOINTS, type Route } from '../../../../../nodes/ESignature/api';
import { isWrongInput } from '../../../../../nodes/ESignature/core';
import { resolvePath } from '../../../../../nodes/ESignature/transport/client';
import { anyIdInput, HOSTILE_IDS, ID } from './hostileIds';
import { draws } from '../../../../support/draws';

const ROUTES = Object.keys(ENDPOINTS) as Route[];
const WITH_IDS = ROUTES.filter((route) => route.includes('{'));
const NAMES = ['envelopeID', 'documentID', 'participantID', 'fieldID'] as const;
const UUID = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';

const resolve = (route: Route, ids: Record<string, unknown>) => resolvePath(route, ids as never);

/** What the path must look like: the template with UUIDs in the places of the names. */
const pattern = (route: Route) =>
	new RegExp(`^${route.slice(route.indexOf(' ') + 1).replace(/\{\w+\}/g, UUID)}$`);

function isRefused(route: Route, ids: Record<string, unknown>): boolean {
	try {
		resolve(route, ids);
		return false;
	} catch (error) {
		return isWrongInput(error);
	}
}

describe('a path', () => {
	it.each(ROUTES)('of %s is the template with the IDs in it', (route) => {
		const ids = Object.fromEntries(
			NAMES.map((name, index) => [name, ID.replace(/0$/, `${index}`)]),
		);
		const expected = route.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '');
		const { method, path } = resolve(route, ids);

		expect(`${method} ${path}`).toBe(expected);
	});

	it('equals its template whatever the IDs are, or is not made at all', () => {
		const ids = fc.record(
			Object.fromEntries(
				NAMES.map((name) => [name, fc.oneof({ weight: 3, arbitrary: fc.uuid() }, anyIdInput)]),
			),
			{ requiredKeys: [] },
		);
		let made = 0;
		fc.assert(
			fc.property(fc.constantFrom(...WITH_IDS), ids, (route, given) => {
				let path: string;
				try {
					({ path } = resolve(route, given));
				} catch (error) {
					return isWrongInput(error);
				}
				made++;
				// A URL parser sees the same path: nothing in it is decoded, joined or cut off.
				return pattern(route).test(path) && new URL(path, 'https://a.example').pathname === path;
			}),
			{ numRuns: draws(20_000) },
		);
		expect(made).toBeGreaterThan(draws(1_000));
	});

	it.each(WITH_IDS)('of %s is not made with any of the known tricks as an ID', (route) => {
		const good = { envelopeID: ID, documentID: ID, participantID: ID, fieldID: ID };
		for (const [, name = ''] of route.matchAll(/\{(\w+)\}/g)) {
			const made = HOSTILE_IDS.filter((value) => !isRefused(route, { ...good, [name]: value }));
			expect(made).toEqual([]);
		}
	});

	it('names the ID that is wrong', () => {
		const route = 'GET /sign/envelopes/{envelopeID}/documents/{documentID}';

		expect(() => resolve(route, { envelopeID: ID, documentID: '..' })).toThrow(
			/^The document ID is not a valid ID$/,
		);
		expect(() => resolve(route, { documentID: ID })).toThrow('The envelope ID is empty');
	});
});
