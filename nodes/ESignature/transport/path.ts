import type { IHttpRequestMethods } from 'n8n-workflow';

import type { PathIds, Route } from '../api';
import { uuid } from './uuid';

/** Verb and path of a route, every ID checked. Paths come from the table alone, never from data. */
export function resolvePath<R extends Route>(
	route: R,
	ids: PathIds<R>,
): { method: IHttpRequestMethods; path: string } {
	const space = route.indexOf(' ');
	const values: Record<string, unknown> = ids;
	return {
		method: route.slice(0, space) as IHttpRequestMethods,
		path: route
			.slice(space + 1)
			.replace(/\{(\w+)\}/g, (_, name: string) => uuid(values[name], LABELS[name] ?? name)),
	};
}

const LABELS: Record<string, string> = {
	envelopeID: 'envelope ID',
	documentID: 'document ID',
	participantID: 'participant ID',
	fieldID: 'field ID',
};
