import type { Logger } from 'n8n-workflow';

export interface LogLine {
	level: string;
	message: string;
	metadata?: unknown;
}

/** A logger that writes to the list in force at the time of the call. */
export function collectingLogger(lines: () => LogLine[]): Logger {
	const at =
		(level: string) =>
		(message: string, metadata?: unknown): void => {
			lines().push({ level, message, metadata });
		};
	const logger = {
		error: at('error'),
		warn: at('warn'),
		info: at('info'),
		debug: at('debug'),
		scoped: () => logger,
	};
	return logger;
}
