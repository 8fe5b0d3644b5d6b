import { isRefusal } from '../changes';
import type { Answered, Dialect, Surroundings } from '../dialect';

const CODES =
	'General gaps: "Success status codes of all endpoints except field creation: not shown."';
const PLACE =
	'Downloads: "returns a ZIP archive", "returns a PDF"; from where is not said, and "Request Presigned File URLs" shows that there is a storage';

const isFile = (answered: Answered) => !isRefusal(answered) && answered.body.kind === 'file';

const stored =
	(status: number, hops: number) =>
	async (answered: Answered, _: unknown, { store }: Surroundings): Promise<Answered> =>
		isFile(answered)
			? {
					status,
					headers: { Location: await store(answered, hops) },
					body: { kind: 'nothing' },
				}
			: answered;

/** From where, and when, a file comes. */
export const downloads: Dialect[] = [
	{
		name: 'download-by-redirect',
		changes: 'A download answers 302 to a storage on another origin, which wants no token',
		leftOpenBy: PLACE,
		group: 'download',
		answer: stored(302, 0),
	},
	{
		name: 'download-by-two-redirects',
		changes:
			'A download answers 307 to a storage that sends on to another address, relative to its own',
		leftOpenBy: PLACE,
		group: 'download',
		answer: stored(307, 1),
	},
	{
		name: 'download-generated-first',
		changes: 'The first request for a file answers 202: it is being made',
		leftOpenBy: CODES,
		group: 'download',
		answer: (answered, { path }, { memory }) => {
			if (!isFile(answered) || memory.has(path)) return answered;
			memory.set(path, 1);
			return {
				status: 202,
				headers: { 'Content-Type': 'application/json', 'Retry-After': '0' },
				body: { kind: 'json', value: { status: 'generating' } },
			};
		},
	},
];
