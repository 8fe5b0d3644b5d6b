/** A node, or a leaf: of a text whose rest no other text shares only that rest is kept. */
interface Node {
	/** A text ends here. */
	ends?: boolean;
	next?: Map<string, Node>;
	rest?: string;
}

/** Texts by their beginnings. A thousand codes and a few long tokens stay small. */
export class PrefixTree {
	private readonly root: Node = { next: new Map() };

	add(text: string): void {
		let node = this.root;
		for (let at = 0; at < text.length; at++) {
			if (node.rest !== undefined) push(node);
			const key = text.charAt(at);
			const next: Node | undefined = node.next?.get(key);
			if (!next) {
				const rest = text.slice(at + 1);
				(node.next ??= new Map<string, Node>()).set(key, rest ? { rest } : { ends: true });
				return;
			}
			node = next;
		}
		if (node.rest !== undefined) push(node);
		node.ends = true;
	}

	/**
	 * Follows the text from there as long as it is the beginning of a known one, and tells where known
	 * ones end. Returns how far it got.
	 */
	walk(text: string, from: number, onEnd: (end: number) => void): number {
		let node = this.root;
		for (let at = from; ; at++) {
			if (node.rest !== undefined) {
				const reached = at + common(node.rest, text, at);
				if (reached - at === node.rest.length) onEnd(reached);
				return reached;
			}
			if (node.ends) onEnd(at);
			const next = node.next?.get(text.charAt(at));
			if (!next) return at;
			node = next;
		}
	}
}

/** Another text shares more: the leaf moves one down. */
function push(node: Node): void {
	const rest = node.rest as string;
	delete node.rest;
	node.next = new Map([
		[rest.charAt(0), rest.length > 1 ? { rest: rest.slice(1) } : { ends: true }],
	]);
}

/** How many characters two texts share. */
function common(rest: string, text: string, at: number): number {
	let length = 0;
	while (length < rest.length && rest.charAt(length) === text.charAt(at + length)) length++;
	return length;
}
