/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a test, never inside n8n */
export default async function globalTeardown(): Promise<void> {
	await globalThis.e2eHost?.stop();
}
