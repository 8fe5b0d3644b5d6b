const ACTIVE = /stryMutAct_9fa48\("(\d+)"\)/g;
const COVERED = /stryCov_9fa48\(((?:"\d+"(?:, )?)+)\)/g;

/**
 * Stryker's switches as plain comparisons and assignments: as calls they make loops over bytes ten times slower, and
 * some tests measure time. `mutation` is an object of the process that runs the tests.
 */
export const withFastSwitches = (text: string): string =>
	`const mutation = globalThis.mutation;\n${text
		.replace(ACTIVE, '(mutation.active === $1)')
		.replace(
			COVERED,
			(_, ids: string) =>
				`(${[...ids.matchAll(/\d+/g)].map(([id]) => `mutation.reached[${id}] = `).join('')}1)`,
		)}`;
