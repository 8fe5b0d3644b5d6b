/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs the code of an example */
import { runInNewContext } from 'node:vm';

import { exampleFile } from '../../host/examples';
import { sha256 } from './archive';

export const HOUR = 3_600_000;
const now = Date.now();
export const ago = (milliseconds: number) => new Date(now - milliseconds).toISOString();
export const manifestOf = (id: string) => `${id}-manifest-sha256.txt`;

/** What the nodes before *New Line* have read. */
interface Reading {
	/** Names and checksums of the manifests in the folder. */
	folder: Array<{ fileName: string; sha256: string }>;
	table: object[];
	service: object[];
	/** Lines that are there. */
	ledger: object[];
	/** When the folder was read. */
	time: string;
}

interface Line {
	missing: string[];
	lost: string[];
	altered: string[];
	unrecorded: string[];
	manifests: Record<string, string>;
	time: string;
	withoutFiles: number;
}

/** The line that the example writes about what it has read. */
export function lineAbout(reading: Partial<Reading>): Line {
	const { folder = [], table = [], service = [], ledger = [], time = ago(0) } = reading;
	const read: Record<string, object[]> = {
		Settings: [{ graceHours: 26 }],
		'Time of Reading': [{ time }],
		Checksums: folder,
		'All Envelopes': service,
		Archived: table,
		Ledger: ledger.map((_, at) => ({ fileName: `line ${at}` })),
		'Checksums of the Lines': ledger.map((content) => ({ content, sha256: sha256('a line') })),
	};
	const { nodes } = JSON.parse(String(exampleFile('archive-ledger.json'))) as {
		nodes: Array<{ name: string; parameters: { jsCode?: string } }>;
	};
	const code = nodes.find(({ name }) => name === 'New Line')?.parameters.jsCode;
	const newLine = runInNewContext(`(($) => {${code}\n})`) as (
		$: (name: string) => object,
	) => Array<{ json: { text: string } }>;
	const itemsOf = (name: string) => (read[name] ?? []).map((json) => ({ json }));
	const items = newLine((name) => ({ all: () => itemsOf(name), first: () => itemsOf(name)[0] }));
	return JSON.parse(items[0]?.json.text ?? '') as Line;
}

export const stored = (id: string) => ({ fileName: manifestOf(id), sha256: sha256(id) });
/** Stored with the manifest that `stored` stands for, unless told otherwise. */
export const row = (
	envelopeId: string,
	updated = 48 * HOUR,
	manifestSha256: string | null = '-',
) => ({
	envelopeId,
	status: 'sealed',
	manifestSha256: manifestSha256 === '-' ? sha256(envelopeId.toLowerCase()) : manifestSha256,
	updatedAt: ago(updated),
});
export const sealed = (ID: string, modified = 48 * HOUR) => ({
	ID,
	status: 'sealed',
	lastModifiedAt: ago(modified),
});
export const CLEAN = { missing: [], lost: [], altered: [], unrecorded: [] };

/** A manifest with a checksum in its name, as the examples store it. */
export function named(id: string, content: string) {
	return {
		fileName: `${id}-${sha256(content).slice(0, 16)}-manifest-sha256.txt`,
		sha256: sha256(content),
	};
}
