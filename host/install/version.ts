import { container } from '../server/container';
import { npmVersion } from './manifest';

/** Of the n8n that runs. */
export const n8nVersion = (): string => container()?.version ?? npmVersion();

/** Whether the n8n that runs has this version or a later one. */
export function isN8nFrom(...wanted: number[]): boolean {
	const own = n8nVersion().split(/[.-]/).map(Number);
	const at = wanted.findIndex((part, index) => part !== own[index]);
	return at < 0 || Number(own[at]) > Number(wanted[at]);
}
