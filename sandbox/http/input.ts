import { createHash } from 'node:crypto';

import express, { type Request, type Response } from 'express';
import multer from 'multer';

import { Refusal, fileTooLarge, invalid } from './problems';
import type { Upload } from './router';

const JSON_LIMIT_BYTES = 5_000_000;

/** The body of a request, read before faults and checks, so that the log shows it in any case. */
export interface Input {
	body: unknown;
	bodyRefusal?: Refusal;
	upload?: Upload;
	/** For the request log. */
	logged: unknown;
}

const rawBody = express.raw({ type: () => true, limit: JSON_LIMIT_BYTES });

type Middleware = (req: Request, res: Response, next: (error?: unknown) => void) => void;

const run = async (middleware: Middleware, req: Request, res: Response): Promise<unknown> =>
	await new Promise((resolve) => middleware(req, res, resolve));

/** Reads bodies of both kinds; files may have this many bytes. */
export function inputReader(maxFileBytes: number) {
	const parts = multer({
		storage: multer.memoryStorage(),
		// Two bytes of room: the parser calls a file of exactly the limit too large.
		limits: { fileSize: maxFileBytes + 2 },
	}).any();
	return async (req: Request, res: Response): Promise<Input> => {
		if (!req.is('multipart/form-data')) return await readJson(req, res);
		const failed = (await run(parts, req, res)) as { code?: string } | undefined;
		if (!failed) return partsOf(req);
		const tooLarge = failed.code === 'LIMIT_FILE_SIZE';
		return refused(tooLarge ? fileTooLarge(maxFileBytes) : invalid({ body: 'cannot be read' }));
	};
}

const refused = (bodyRefusal: Refusal, logged?: unknown): Input => ({
	body: undefined,
	bodyRefusal,
	logged,
});

async function readJson(req: Request, res: Response): Promise<Input> {
	const failed = (await run(rawBody, req, res)) as { type?: string } | undefined;
	if (failed) {
		const tooLarge = failed.type === 'entity.too.large';
		return refused(
			tooLarge ? new Refusal(413, 'The body is too large.') : invalid({ body: 'cannot be read' }),
		);
	}
	const text = Buffer.isBuffer(req.body) ? req.body.toString('utf8') : '';
	if (text === '') return { body: undefined, logged: undefined };
	if (!req.is(['application/json', '+json'])) {
		return refused(new Refusal(415, 'The body must be application/json.'), text);
	}
	try {
		const body: unknown = JSON.parse(text);
		return { body, logged: body };
	} catch {
		return refused(invalid({ body: 'is not valid JSON' }), text);
	}
}

function partsOf(req: Request): Input {
	const files = Array.isArray(req.files) ? req.files : [];
	const payloads = files.filter((file) => file.fieldname === 'payload');
	const [payload] = payloads;
	const metadataFile = files.find((file) => file.fieldname === 'metadata');
	const fields = (req.body ?? {}) as Record<string, string | undefined>;
	const metadata = metadataFile?.buffer.toString('utf8') ?? fields.metadata;
	return {
		body: undefined,
		upload: {
			metadata,
			payloads: payloads.map(({ buffer, originalname }) => ({
				bytes: buffer,
				fileName: originalname,
			})),
		},
		logged: {
			metadata: {
				text: metadata,
				fileName: metadataFile?.originalname,
				contentType: metadataFile?.mimetype,
			},
			payload: payload && {
				fileName: payload.originalname,
				contentType: payload.mimetype,
				size: payload.size,
				sha256: createHash('sha256').update(payload.buffer).digest('hex'),
			},
		},
	};
}
