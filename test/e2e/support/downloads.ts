import type { Sandbox } from '../../../sandbox';
import { until } from './until';

const SEALED = 'GET /sign/envelopes/{envelopeID}:download-sealed';
const DOWNLOAD = /^\/sign\/envelopes\/([^/:]+):download/;

/** For each envelope that was asked for: how often its most wanted file was. */
export function downloads({ log }: Sandbox): Map<string, number> {
	const files = new Map<string, number>();
	const envelopes = new Map<string, number>();
	for (const { path, status } of log.requests) {
		const id = DOWNLOAD.exec(path)?.[1];
		// A request whose token had ended got no file; it is made again with the next one.
		if (id === undefined || status === 401) continue;
		const times = (files.get(path) ?? 0) + 1;
		files.set(path, times);
		envelopes.set(id, Math.max(times, envelopes.get(id) ?? 0));
	}
	return envelopes;
}

/** From now on no sealed download ends; resolves when one is open, with what lets it go on. */
export async function holdDownloads({ log, faults }: Sandbox): Promise<() => void> {
	let open = () => {};
	faults.always(SEALED, {
		kind: 'hold',
		until: new Promise<void>((resolve) => (open = resolve)),
	});
	await until('a download to hold', () =>
		log.requests.some(({ route, status }) => route === SEALED && status === 0),
	);
	return () => {
		faults.clear();
		open();
	};
}
