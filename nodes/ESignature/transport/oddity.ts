import { isObject, type Loose } from './spelling';
import { readNumber } from './wire/number';
import { readProblem } from './wire/problem';

/** What arrived with a 2xx status. */
export interface Received {
	status: number;
	mediaType: string;
	text: string;
}

const LONGEST_REMARK = 200;
const BAD_NEWS = /\b(?:error|exception|fail|failed|failure|denied|forbidden|unauthori[sz]ed)\b/i;
const VERDICTS = ['success', 'ok', 'deleted', 'succeeded'];

/** Why a status of success is none, if so: the first two answer questions that were not asked. */
export function oddStatus({ status }: Received): string | undefined {
	if (status === 206) return 'It is only a part of an answer (status 206).';
	if (status === 207) return 'It says that only a part may have worked (status 207).';
	return undefined;
}

/** A sign-in page, a proxy's page or an envelope of XML, by its media type or by how it begins (`\s` takes a BOM, too). */
export const isPage = ({ mediaType, text }: Received): boolean =>
	/^\s*</.test(text.slice(0, 1_000)) || /[/+](?:html|xhtml|xml)\b/i.test(mediaType);

/** An error that came with a status of success. An envelope's own `status` is a word. */
export const isProblem = ({ mediaType }: Received, body: Loose): boolean =>
	/^application\/problem\+/i.test(mediaType.trim()) || (readNumber(body.status) ?? 0) >= 400;

export function problemReason({ text }: Received): string {
	const { detail, title, type } = readProblem(text);
	const said = detail ?? title ?? type;
	return `It has a status of success but reports an error${said ? `: ${said}` : '.'}`;
}

/** Why an answer without a meaning of its own does not stand for success. */
export function oddRemark(received: Received, body: unknown): string | undefined {
	const { text } = received;
	if (text.trim() === '') return undefined;
	if (body !== undefined) {
		return reportsFailure(received, body) ? problemReason(received) : undefined;
	}
	if (isPage(received)) return PAGE;
	const remark = text.trim();
	// What was begun as JSON and is none was cut.
	if (/^[{["]/.test(remark) || /[/+]json\b/i.test(received.mediaType)) return NOT_JSON;
	if (remark.length > LONGEST_REMARK || /[\0\ufffd]/.test(remark)) return LONG;
	return BAD_NEWS.test(remark) ? problemReason(received) : undefined;
}

export const NOT_JSON = 'It is not JSON.';

const LONG = 'It is a file or a long text, although none was asked for.';

export const PAGE = 'It is a web page, not an answer of the service.';

function reportsFailure(received: Received, body: unknown): boolean {
	if (body === false) return true;
	if (Array.isArray(body))
		return body.some((one) => isObject(one) && reportsFailure(received, one));
	if (!isObject(body)) return false;
	const { error, errors, failed, items } = body;
	return (
		isProblem(received, body) ||
		isSomething(error) ||
		isSomething(errors) ||
		// Which of several could not be deleted.
		isSomething(failed) ||
		VERDICTS.some((key) => body[key] === false) ||
		(Array.isArray(items) && reportsFailure(received, items))
	);
}

const isSomething = (value: unknown): boolean =>
	Array.isArray(value) || isObject(value) ? Object.keys(value).length > 0 : Boolean(value);
