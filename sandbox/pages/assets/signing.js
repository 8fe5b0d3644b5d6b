/* Paints the pages of the documents and puts each field where it was placed. */
import * as pdfjs from '/assets/pdfjs/legacy/build/pdf.min.mjs';

const PDFJS = '/assets/pdfjs/';
pdfjs.GlobalWorkerOptions.workerSrc = `${PDFJS}legacy/build/pdf.worker.min.mjs`;

const OPTIONS = {
	standardFontDataUrl: `${PDFJS}standard_fonts/`,
	cMapUrl: `${PDFJS}cmaps/`,
	wasmUrl: `${PDFJS}wasm/`,
	iccUrl: `${PDFJS}iccs/`,
	// The page's policy allows no WebAssembly; the package has a second form of each decoder.
	useWasm: false,
};

async function show(section) {
	const sheets = [...section.querySelectorAll('.sheet')];
	try {
		const pdf = await pdfjs.getDocument({ url: section.dataset.pdf, ...OPTIONS }).promise;
		// A sealed document has pages that the list of sheets does not know yet.
		while (sheets.length < pdf.numPages) sheets.push(addSheet(section, sheets.length + 1));
		for (const [index, sheet] of sheets.entries()) {
			const page = await pdf.getPage(index + 1);
			const { width, height } = page.getViewport({ scale: 1 });
			sheet.querySelector('canvas').style.aspectRatio = `${width} / ${height}`;
			placeFields(sheet, width, height);
			whenNear(sheet, () => paint(sheet, page, width));
		}
	} catch (error) {
		for (const sheet of sheets) fail(sheet, error);
	}
}

function addSheet(section, number) {
	const sheet = document.createElement('div');
	sheet.className = 'sheet';
	sheet.dataset.page = number;
	sheet.dataset.state = 'waiting';
	const paper = sheet.appendChild(document.createElement('div'));
	paper.className = 'paper';
	const canvas = paper.appendChild(document.createElement('canvas'));
	canvas.setAttribute('role', 'img');
	canvas.setAttribute('aria-label', `Page ${number} of ${section.querySelector('h2').textContent}`);
	section.append(sheet);
	return sheet;
}

function whenNear(sheet, act) {
	const observer = new IntersectionObserver(
		(entries) => {
			if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
			observer.disconnect();
			void act().catch((error) => fail(sheet, error));
		},
		{ rootMargin: '800px' },
	);
	observer.observe(sheet);
}

async function paint(sheet, page, width) {
	const canvas = sheet.querySelector('canvas');
	const scale = Math.max(1.5, (canvas.clientWidth * window.devicePixelRatio) / width);
	const viewport = page.getViewport({ scale });
	canvas.width = Math.floor(viewport.width);
	canvas.height = Math.floor(viewport.height);
	await page.render({ canvas, viewport }).promise;
	const { items } = await page.getTextContent();
	// For those who do not see the picture.
	const text = document.createElement('p');
	text.className = 'unseen';
	text.textContent = items.map(({ str }) => str).join(' ');
	canvas.after(text);
	sheet.dataset.state = 'shown';
}

function fail(sheet, error) {
	if (sheet.dataset.state === 'failed') return;
	sheet.dataset.state = 'failed';
	const text = document.createElement('p');
	text.textContent = `This page cannot be shown (${error.message}). Open the PDF with the link above.`;
	sheet.querySelector('.paper').append(text);
}

/** Boxes count in points from the top-left corner. What lies outside is moved in, so that it can be reached. */
function placeFields(sheet, width, height) {
	for (const field of sheet.querySelectorAll('.field')) {
		const written = field.matches('.field-signature, .field-initials');
		const [x, y, w, h] = field.dataset.box.split(' ').map(Number);
		const box = {
			'--x': Math.min(Math.max(x, 0), Math.max(0, width - w)) / width,
			'--y': Math.min(Math.max(y, 0), Math.max(0, height - h)) / height,
			'--w': Math.min(w, width) / width,
			'--h': Math.min(h, height) / height,
			'--size': Math.min(h * 0.6, written ? 24 : 12) / width,
		};
		// The label of a box to tick is short: it can begin at the box for longer.
		const isRight = field.matches('.field-checkbox') ? x > width * 0.7 : x + w / 2 > width / 2;
		field.classList.toggle('field-right', isRight);
		// The sender sees the fields of all signers, without inputs.
		const input = field.querySelector('input');
		const marker = document.createElement(input ? 'a' : 'span');
		marker.className = written ? 'marker marker-written' : 'marker';
		if (input) marker.href = `#${input.id}`;
		if (field.dataset.color) marker.classList.add(field.dataset.color);
		// The list of fields says the same, so screen readers skip this.
		marker.tabIndex = -1;
		marker.setAttribute('aria-hidden', 'true');
		for (const [name, value] of Object.entries(box)) {
			field.style.setProperty(name, value);
			marker.style.setProperty(name, value);
		}
		sheet.querySelector('.paper').append(marker);
		const mirror = () => {
			const text = input ? entered(field) : '';
			marker.textContent = text === '' ? field.dataset.number : text;
		};
		field.addEventListener('input', mirror);
		mirror();
	}
	sheet.classList.add('placed');
}

function entered(field) {
	const input = field.querySelector('input');
	if (input.type === 'checkbox') return input.checked ? 'X' : '';
	return input.value.trim();
}

function followProgress(form) {
	const needed = [...form.querySelectorAll('.field[data-need="required"]')];
	const progress = document.getElementById('progress');
	const isDone = (field) => entered(field) !== '' && !field.querySelector('[aria-invalid]');
	const update = () => {
		const done = needed.filter(isDone).length;
		progress.textContent =
			needed.length === 0
				? 'No field has to be filled in.'
				: `${done} of ${needed.length} required fields are filled in.`;
	};
	form.addEventListener('input', (event) => {
		forgive(event.target);
		update();
	});
	update();
	// Enter in a field goes on to the next one: signing takes a click on its button.
	form.addEventListener('keydown', (event) => {
		if (event.key !== 'Enter' || !event.target.matches('.field input')) return;
		event.preventDefault();
		const inputs = [...form.querySelectorAll('.field input')];
		(inputs[inputs.indexOf(event.target) + 1] ?? form.querySelector('.finish button')).focus();
	});
}

/** The user is correcting the entry; the next attempt checks it again. */
function forgive(input) {
	input.removeAttribute('aria-invalid');
	input.closest('.field')?.querySelector('.problem')?.remove();
	const problems = document.querySelector('.problems');
	problems?.querySelector(`a[href="#${input.id}"]`)?.closest('li').remove();
	if (problems && !problems.querySelector('li')) problems.remove();
}

const form = document.getElementById('sign');
if (form) followProgress(form);
document.querySelector('.problems')?.focus();
for (const section of document.querySelectorAll('[data-pdf]')) void show(section);
