import { isRefusal } from '../changes';
import type { Answered, Dialect } from '../dialect';

const JSON_MEDIA =
	'Endpoints: "All request and response bodies are JSON unless stated otherwise"; their media type is not named';
const FILE_MEDIA = 'Downloads: "returns a ZIP archive", "returns a PDF"; no media type is named';
const OCTETS = 'application/octet-stream';

const typed =
	(applies: (answered: Answered) => boolean, type: string | undefined) =>
	(answered: Answered): Answered => {
		if (!applies(answered)) return answered;
		const headers = { ...answered.headers };
		delete headers['Content-Type'];
		return { ...answered, headers: { ...headers, ...(type && { 'Content-Type': type }) } };
	};

const isJson = (answered: Answered) => answered.body.kind === 'json' && !isRefusal(answered);
const isFile = ({ body }: Answered) => body.kind === 'file';

/** Whether a list of media ranges lets these bytes through (RFC 9110, 12.5.1). */
const accepts = (accept: unknown) =>
	String(accept ?? '*/*')
		.split(',')
		.map((range) => range.trim().split(/\s*;\s*/))
		.some(
			([range, ...parameters]) =>
				['*/*', 'application/*', OCTETS].includes(range ?? '') && !parameters.includes('q=0'),
		);

export const media: Dialect[] = [
	...(
		[
			['json-as-text-json', 'text/json'],
			['json-as-vendor-type', 'application/vnd.esignature.v1+json'],
			['json-bare', 'application/json'],
			['json-without-type', undefined],
		] as const
	).map(([name, type]) => ({
		name,
		changes: type ? `JSON is labelled ${type}` : 'JSON has no Content-Type',
		leftOpenBy: JSON_MEDIA,
		group: 'json type',
		answer: typed(isJson, type),
	})),
	{
		name: 'problems-as-json',
		changes: 'Problems are labelled application/json',
		leftOpenBy:
			'Endpoints: problems "have the media type application/problem+json", while the supplement shows errors that are plain JSON',
		group: 'problem type',
		answer: typed(
			(answered) => isRefusal(answered) && answered.body.kind === 'json',
			'application/json',
		),
	},
	{
		name: 'files-octet-stream',
		changes: 'Files are labelled as bytes, without a name; whoever accepts no bytes gets 406',
		leftOpenBy: FILE_MEDIA,
		group: 'file type',
		answer: (answered, { headers, path }) => {
			if (!isFile(answered)) return answered;
			if (accepts(headers.accept)) {
				return { ...answered, headers: { 'Content-Type': OCTETS } };
			}
			const title = 'Not Acceptable';
			const value = {
				type: '#406-not-acceptable',
				title,
				status: 406,
				detail: `Only ${OCTETS} can be had.`,
				instance: path,
			};
			return {
				status: 406,
				headers: { 'Content-Type': 'application/problem+json' },
				body: { kind: 'json', value },
			};
		},
	},
	{
		name: 'files-other-type',
		changes: 'Files have a type that no register knows',
		leftOpenBy: FILE_MEDIA,
		group: 'file type',
		answer: typed(isFile, 'application/x-download'),
	},
];
