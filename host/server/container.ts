import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { HostError } from '../hostError';

const ROOT = join(__dirname, '..', '..');

export interface Container {
	/** The program that runs containers here. */
	engine: string;
	image: string;
	/** Of the n8n in it. */
	version: string;
}

let found: Container | undefined;

/** n8n from the image that HOST_N8N_IMAGE names, in place of the one that npm installs. */
export function container(): Container | undefined {
	const image = process.env.HOST_N8N_IMAGE;
	if (!image) return undefined;
	return (found ??= containerOf(image));
}

function containerOf(image: string): Container {
	const engine = ['docker', 'podman'].find((name) => run(name, ['info']) !== undefined);
	if (!engine) {
		throw new HostError(
			`HOST_N8N_IMAGE is '${image}', but nothing on this machine runs containers`,
			'Start Docker, or install podman and run the same command as root.',
		);
	}
	const format = '{{index .Config.Labels "org.opencontainers.image.version"}}';
	const labelOf = () => run(engine, ['image', 'inspect', '--format', format, image]);
	const version = labelOf() ?? (run(engine, ['pull', image]) && labelOf());
	if (version) return { engine, image, version };
	throw new HostError(
		`The image '${image}' of HOST_N8N_IMAGE cannot be had, or does not say which n8n is in it`,
		'Use an image of n8n, e.g. docker.n8n.io/n8nio/n8n:latest.',
	);
}

const LIST_MODULES = 'ls "$(dirname "$(readlink -f "$(command -v n8n)")")/../dist/modules"';

/** Names of the modules of the n8n in it. */
export function modulesIn({ engine, image }: Container): string[] {
	const listed = run(engine, ['run', '--rm', '--entrypoint', 'sh', image, '-c', LIST_MODULES]);
	if (listed !== undefined) return listed.split('\n');
	throw new HostError(
		`The image '${image}' of HOST_N8N_IMAGE has no n8n, or cannot be run`,
		`This shows why: ${engine} run --rm ${image} --version`,
	);
}

/** What the program prints; nothing if it fails. */
function run(program: string, parameters: string[]): string | undefined {
	const { status, stdout } = spawnSync(program, parameters, { encoding: 'utf8' });
	return status === 0 ? stdout.trim() : undefined;
}

/** How one n8n in a container is started, and ended as by a crash. It sees the folders of the host at their own paths. */
export function launchContainer(
	{ engine, image }: Container,
	parameters: string[],
	env: Record<string, string>,
) {
	const name = `esignature-${randomUUID()}`;
	const user = [process.getuid?.(), process.getgid?.()].join(':');
	return {
		program: engine,
		parameters: [
			...['run', '--rm', '--name', name, '--network', 'host', '--user', user],
			...[ROOT, tmpdir()].flatMap((folder) => ['--volume', `${folder}:${folder}`]),
			...Object.entries(env).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
			...[image, ...parameters],
		],
		env: process.env,
		// The program that was started passes on every signal but this one.
		kill: () => void run(engine, ['kill', name]),
	};
}
