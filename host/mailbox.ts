import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { CredentialReference, Host } from './host';

export interface Mailbox {
	port: number;
	/** The received mails, decoded. */
	mails: string[];
	close(): Promise<void>;
}

/** Accepts every mail and delivers none. */
export async function openMailbox(onMail?: (mail: string) => void): Promise<Mailbox> {
	const mails: string[] = [];
	const sockets = new Set<Socket>();
	const server = createServer((socket) => {
		sockets.add(socket);
		talk(socket, (mail) => {
			mails.push(mail);
			onMail?.(mail);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		port: (server.address() as AddressInfo).port,
		mails,
		close: async () => {
			for (const socket of sockets) socket.destroy();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

/** Makes n8n send its mails there. */
export const smtpFor = async (host: Host, mailbox: Mailbox): Promise<CredentialReference> =>
	await host.createCredential('Mailbox', smtpOf(mailbox), 'smtp');

export const smtpOf = ({ port }: Mailbox): ICredentialDataDecryptedObject => ({
	host: '127.0.0.1',
	port,
	secure: false,
	disableStartTls: true,
	user: '',
});

const END = '\r\n.\r\n';

function talk(socket: Socket, deliver: (mail: string) => void): void {
	let held = '';
	let isData = false;
	socket.on('error', () => socket.destroy());
	socket.on('data', (bytes) => {
		held += bytes.toString('latin1');
		for (;;) {
			const end = isData ? END : '\r\n';
			const at = held.indexOf(end);
			if (at < 0) return;
			const text = held.slice(0, at);
			held = held.slice(at + end.length);
			if (isData) deliver(decoded(text));
			isData = !isData && text.toUpperCase() === 'DATA';
			if (/^QUIT/i.test(text)) socket.end('221 Bye\r\n');
			else socket.write(isData ? '354 Go on\r\n' : '250 OK\r\n');
		}
	});
	socket.write('220 Here\r\n');
}

/** Quoted-printable, as nodemailer writes it. */
const decoded = (text: string): string =>
	Buffer.from(
		text
			.replace(/=\r\n/g, '')
			.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
		'latin1',
	).toString();
