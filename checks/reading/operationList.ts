import { RESOURCES } from '../../nodes/ESignature/actions';
import { ENDPOINTS, type Route } from '../../nodes/ESignature/api';
import { sources } from '../../test/contract/repository';
import { stringsReached } from './reach';

export interface Listed {
	resource: string;
	operation: string;
	/** As a user reads it. */
	name: string;
	/** Main endpoint first: what acts, then what is read on the way. */
	routes: Route[];
	/** Acts through several endpoints. */
	composite: boolean;
}

const ACTIONS = 'nodes/ESignature/actions';

const isRoute = (text: string): text is Route => Object.hasOwn(ENDPOINTS, text);

const isFile = (route: Route): boolean => ENDPOINTS[route].answer.startsWith('application/');

/** Changes something, or gets a file. */
const acts = (route: Route): boolean => !route.startsWith('GET ') || isFile(route);

/** Every operation of the node with the endpoints that its source leads to. */
export function operationList(): Listed[] {
	const files = sources([ACTIONS]);
	// A list to choose from belongs to the form, not to the operation.
	for (const path of files.keys()) if (path.endsWith('/locators.ts')) files.delete(path);
	return RESOURCES.flatMap(({ name: of, value: resource, operations }) =>
		Object.entries(operations).map(([operation, { name }]) => {
			const routes = routesOf(files, resource, operation);
			// Deleting many is the same act as deleting one.
			const acting = routes.filter((route) => acts(route) && !route.endsWith(':batch-delete'));
			return { resource, operation, name: `${of}: ${name}`, routes, composite: acting.length > 1 };
		}),
	);
}

function routesOf(files: Map<string, string>, resource: string, operation: string): Route[] {
	const path = `${ACTIONS}/${resource}/${operation}.operation.ts`;
	const [exported] = /(?<=^export const )\w+/m.exec(files.get(path) ?? '') ?? [];
	if (!exported) throw new Error(`${path} is missing, or exports no operation`);
	const routes = stringsReached(files, path, exported).filter(isRoute);
	return [...routes.filter(acts), ...routes.filter((route) => !acts(route))];
}
