import type { NextFunction, Request, Response } from 'express';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

/** A foreign name that was made to point to this machine (DNS rebinding) lets a web page read what is here. */
export const isForMachine = ({ headers }: Request): boolean => LOOPBACK.test(headers.host ?? '');

export function loopbackOnly(req: Request, res: Response, next: NextFunction): void {
	if (isForMachine(req)) return next();
	res.status(403).type('text').send('The sandbox answers as 127.0.0.1 or localhost only.\n');
}
