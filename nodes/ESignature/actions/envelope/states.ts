/** Whether a status is one of these, however it is spelt. */
export const isIn = (status: unknown, ...states: string[]): boolean =>
	states.includes(String(status).trim().toLowerCase());

/** What an answer lacks that does not say the envelope has reached one of these states. */
export const lacks =
	(...states: string[]) =>
	({ status }: { status?: unknown }): string | undefined => {
		if (isIn(status, ...states)) return undefined;
		const says = typeof status === 'string' && status !== '' ? `'${status}'` : 'nothing';
		return `The status should be '${states[0]}', but the answer says ${says}.`;
	};
