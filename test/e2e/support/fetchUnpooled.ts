/** On a connection of its own: n8n closes idle ones, and a request on one that is being closed would fail. */
export const fetchUnpooled = async (url: string | URL, init: RequestInit = {}): Promise<Response> =>
	await fetch(url, { ...init, headers: { ...init.headers, connection: 'close' } });
