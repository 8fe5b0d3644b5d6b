/** A problem that the person at the terminal can fix: what happened, and what to do about it. */
export class HostError extends Error {
	constructor(
		message: string,
		readonly advice: string,
	) {
		super(`${message}\n${advice}`);
		this.name = 'HostError';
	}
}
