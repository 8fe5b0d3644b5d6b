/** A value as TypeScript source, keys without quotes: the lint rules look at nothing else. */
export function sourceText(value: unknown, indent = ''): string {
	const inner = `${indent}\t`;
	if (Array.isArray(value)) {
		return `[\n${value.map((entry) => `${inner}${sourceText(entry, inner)},\n`).join('')}${indent}]`;
	}
	if (typeof value === 'object' && value !== null) {
		const lines = Object.entries(value)
			.filter(([, entry]) => entry !== undefined)
			.map(([key, entry]) => `${inner}${keyText(key)}: ${sourceText(entry, inner)},\n`);
		return `{\n${lines.join('')}${indent}}`;
	}
	if (typeof value === 'string')
		return `'${JSON.stringify(value).slice(1, -1).replace(/\\"/g, '"').replace(/'/g, "\\'")}'`;
	if (typeof value === 'number' || typeof value === 'boolean' || value === null)
		return String(value);
	throw new Error(`A ${typeof value} cannot be part of a description`);
}

const keyText = (key: string): string => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : `'${key}'`);
