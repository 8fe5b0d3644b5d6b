import type { Account } from './session';

/**
 * Whether the credential lets a request go to this host: its own, or any, unless the user has limited it
 * to 'Specific Domains'. Read as n8n reads it: `*.example.com` is each subdomain, not the domain itself.
 * n8n's own function came with a later version than the oldest one supported.
 */
export function allowsHost(
	{ host, allowedDomains }: Pick<Account, 'host' | 'allowedDomains'>,
	asked: string,
): boolean {
	if (allowedDomains === undefined || asked === host) return true;
	const name = withoutDot(asked.toLowerCase());
	return allowedDomains
		.split(',')
		.map((domain) => withoutDot(domain.trim().toLowerCase()))
		.some((domain) =>
			domain.startsWith('*.') && domain.length > 2
				? name.endsWith(domain.slice(1))
				: domain !== '' && domain === name,
		);
}

const withoutDot = (name: string): string => (name.endsWith('.') ? name.slice(0, -1) : name);
