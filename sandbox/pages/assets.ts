import { dirname, join } from 'node:path';

import express, { Router } from 'express';

const PDFJS = dirname(require.resolve('pdfjs-dist/package.json'));

/** The parts of PDF.js that a browser needs; the rest of the package is not served. */
const PDFJS_FOLDERS = ['legacy/build', 'standard_fonts', 'cmaps', 'wasm', 'iccs'];

const OPTIONS = { index: false, redirect: false, cacheControl: false } as const;

export function assetRoutes(): Router {
	const router = Router();
	for (const folder of PDFJS_FOLDERS) {
		router.use(`/pdfjs/${folder}`, express.static(join(PDFJS, folder), OPTIONS));
	}
	router.use(express.static(join(__dirname, 'assets'), OPTIONS));
	return router;
}
