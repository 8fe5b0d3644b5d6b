/** Not in a test, since no test file sees what n8n does during the others or when it ends. */
export default async function globalTeardown(): Promise<void> {
	const { e2eHost: host } = globalThis;
	await host?.program.stop();
	const refused = host?.refused ?? [];
	await host?.stop();
	if (refused.length === 0) return;
	throw new Error(
		`Something in n8n asked for addresses outside of this machine: ${refused.join(', ')}`,
	);
}
