import { html, type Html, type Part } from './html';

export interface Page {
	title: string;
	main: Part;
	/** A module of `assets/`. */
	script?: string;
}

export function layout({ title, main, script }: Page): string {
	return html`<!doctype html>
		<html lang="en">
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<title>${title} - E-signature sandbox</title>
				<link rel="stylesheet" href="/assets/style.css" />
				${script !== undefined && html`<script type="module" src="/assets/${script}"></script>`}
			</head>
			<body>
				<a class="skip" href="#main">Skip to the content</a>
				<header class="top">
					<p class="brand">E-signature sandbox</p>
					<nav aria-label="Pages"><a href="/">Inbox</a> <a href="/admin">Administration</a></nav>
					<p class="aside">A simulation for development. Nothing signed here is binding.</p>
				</header>
				<main id="main">${main}</main>
			</body>
		</html> `.text;
}

/** A page that only says something. */
export const notice = (title: string, text: Part): Page => ({
	title,
	main: html`<h1>${title}</h1>
		<p>${text}</p>
		<p><a class="alone" href="/">Go to the inbox</a></p>`,
});

export const time = (stamp: string | number): Html => {
	const iso = new Date(stamp).toISOString();
	return html`<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')} UTC</time>`;
};

/** ID of what the list of problems says about an input. */
export const problemId = (at: string): string => `problem-${at}`;

/** The errors of a form, above it: screen readers begin there, with a link to each place. */
export const problemList = (
	title: string,
	problems: ReadonlyArray<{ at: string; text: string }>,
): Html =>
	html`<div class="problems" role="alert" tabindex="-1" autofocus>
		<h2>${title}</h2>
		<ul>
			${problems.map(
				({ at, text }) =>
					html`<li><a class="alone" id="${problemId(at)}" href="#${at}">${text}</a></li>`,
			)}
		</ul>
	</div>`;
