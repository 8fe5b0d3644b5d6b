import { Budget } from '../limits';
import { END, Lexer, type Token } from './lexer';
import { isKeyword, isWhole, Keyword, Name, Ref, type Dict, type PdfObject } from './objects';

/** Puts tokens together to objects (ISO 32000-1, 7.3.6 to 7.3.10). */
export class Parser {
	constructor(
		readonly lexer: Lexer,
		private readonly budget: Budget,
		/** Content streams know no references: `1 0 R` would be two numbers and an operator. */
		private readonly references = true,
	) {}

	/** The next object, or the word that stands there instead; `END` at the end. */
	next(): PdfObject {
		const start = this.lexer.at;
		const value = this.build(this.lexer.next(), 0);
		this.budget.passOver(this.lexer.at - start);
		return value;
	}

	private build(token: Token, depth: number): PdfObject {
		this.budget.step();
		if (typeof token === 'number') return this.references ? this.numberOrReference(token) : token;
		if (!(token instanceof Keyword)) return token;
		this.budget.check('depth', depth);
		switch (token.value) {
			case '[':
				return this.array(depth + 1);
			case '<<':
				return this.dict(depth + 1);
			case 'true':
				return true;
			case 'false':
				return false;
			case 'null':
				return null;
			default:
				return token;
		}
	}

	private numberOrReference(first: number): number | Ref {
		if (!isWhole(first)) return first;
		const { lexer } = this;
		const back = lexer.at;
		// Cheap to refuse: a reference goes on with a blank and a digit.
		const generation = lexer.next();
		if (isWhole(generation) && isKeyword(lexer.next(), 'R')) return new Ref(first, generation);
		lexer.at = back;
		return first;
	}

	private array(depth: number): PdfObject[] {
		const values: PdfObject[] = [];
		for (;;) {
			const token = this.lexer.next();
			if (isEnd(token, ']')) return values;
			const value = this.build(token, depth);
			if (!(value instanceof Keyword)) values.push(value);
		}
	}

	private dict(depth: number): Dict {
		const entries: Dict = new Map();
		for (;;) {
			const key = this.lexer.next();
			if (isEnd(key, '>>')) return entries;
			if (!(key instanceof Name)) continue;
			const back = this.lexer.at;
			const token = this.lexer.next();
			if (isEnd(token, '>>')) {
				this.lexer.at = back;
				continue;
			}
			const value = this.build(token, depth);
			if (!(value instanceof Keyword)) entries.set(key.value, value);
		}
	}
}

/** The closing sign, the end of the bytes, or a word that shows that the closing sign was lost. */
const isEnd = (token: Token, sign: string): boolean =>
	token === END || isKeyword(token, sign) || isKeyword(token, 'endobj');
