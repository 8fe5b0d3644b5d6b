import type { Problem, TokenError } from '../../nodes/ESignature/api';
import { jsonReply, type HttpReply } from './reply';

/** docs/api.md, Errors. */
const TITLES: Record<number, string> = {
	400: 'Bad Request',
	401: 'Unauthorized',
	403: 'Forbidden',
	404: 'Not Found',
	409: 'Conflict',
	413: 'Content Too Large',
	415: 'Unsupported Media Type',
	422: 'Unprocessable Entity',
	429: 'Too Many Requests',
	500: 'Internal Server Error',
	502: 'Bad Gateway',
	503: 'Service Unavailable',
	504: 'Gateway Timeout',
};

const ERROR_REFERENCE = 'https://docs.example/errors';

export type ValidationErrors = Record<string, string>;

export function problem(status: number, detail: string, instance: string): Problem {
	const title = TITLES[status] ?? 'Error';
	const slug = title.toLowerCase().replaceAll(' ', '-');
	return { type: `${ERROR_REFERENCE}#${status}-${slug}`, title, status, detail, instance };
}

export function problemReply(body: Problem & { extensions?: unknown }): HttpReply {
	return jsonReply(body.status, body, 'application/problem+json');
}

/** A request the service turns down. Thrown before anything has changed. */
export class Refusal extends Error {
	constructor(
		readonly status: number,
		detail: string,
		readonly validationErrors?: ValidationErrors,
	) {
		super(detail);
	}

	reply(path: string): HttpReply {
		const body = problem(this.status, this.message, path);
		return problemReply(
			this.validationErrors ? { ...body, validation_errors: this.validationErrors } : body,
		);
	}
}

/** The token endpoint answers as OAuth says, not with a problem (docs/api.md, Authentication). */
export class TokenRefusal extends Refusal {
	constructor(
		status: 400 | 401,
		private readonly error: string,
		description: string,
	) {
		super(status, description);
	}

	override reply(): HttpReply {
		const body: TokenError = { error: this.error, error_description: this.message };
		return jsonReply(this.status, body);
	}
}

export const invalid = (errors: ValidationErrors) =>
	new Refusal(400, `Validation failed for: ${Object.keys(errors).join(', ')}.`, errors);

export const notFound = (thing: string, id: string) =>
	new Refusal(404, `${thing} ${id} was not found.`);

export const fileTooLarge = (limit: number) =>
	new Refusal(413, `A document may have at most ${limit} bytes.`);

export const conflict = (detail: string) => new Refusal(409, detail);

export const unprocessable = (detail: string) => new Refusal(422, detail);
