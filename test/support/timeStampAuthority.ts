import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CONFIG = `
[tsa]
default_tsa = here
[here]
serial = ./serial
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
[extensions]
extendedKeyUsage = critical,timeStamping
`;

/** A time-stamping authority of OpenSSL (RFC 3161), in a folder of its own. */
export class TimeStampAuthority {
	private readonly folder = mkdtempSync(join(tmpdir(), 'esignature-tsa-'));
	readonly certificates = join(this.folder, 'certificate.pem');

	constructor() {
		process.once('exit', () => rmSync(this.folder, { recursive: true, force: true }));
		writeFileSync(join(this.folder, 'tsa.cnf'), CONFIG);
		writeFileSync(join(this.folder, 'serial'), '01\n');
		this.openssl(
			'req',
			'-x509',
			'-newkey',
			'rsa:2048',
			'-nodes',
			'-subj',
			'/CN=Authority of a test',
			'-addext',
			'extendedKeyUsage = critical,timeStamping',
			'-days',
			'2',
			'-keyout',
			'key.pem',
			'-out',
			'certificate.pem',
		);
	}

	/** Its answer to a request; it refuses a malformed one. */
	answer(request: Buffer): Buffer {
		writeFileSync(join(this.folder, 'request.tsq'), request);
		this.openssl(
			'ts',
			'-reply',
			'-config',
			'tsa.cnf',
			'-section',
			'here',
			'-queryfile',
			'request.tsq',
			'-signer',
			'certificate.pem',
			'-inkey',
			'key.pem',
			'-out',
			'answer.tsr',
		);
		return readFileSync(join(this.folder, 'answer.tsr'));
	}

	private openssl(...parameters: string[]): void {
		execFileSync('openssl', parameters, { cwd: this.folder, stdio: 'pipe' });
	}
}
