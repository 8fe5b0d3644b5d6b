// Makes the PDFs of test/fixtures/pdf, each with the program it is named after. They are committed: the tests need none
// of these programs, and new versions of them make other bytes.
//
//   node test/nodes/ESignature/lib/corpus/make.mjs          all of them
//   node test/nodes/ESignature/lib/corpus/make.mjs cairo    those whose names begin so
//
// On Debian: apt-get install chromium libreoffice-writer-nogui ghostscript qpdf groff texlive-latex-recommended
//   texlive-fonts-recommended cm-super-minimal python3-reportlab python3-cairo fonts-dejavu fonts-freefont-ttf
//   fonts-wqy-zenhei
// pdfkit and jsPDF are installed into artifacts/corpus.
import { execSync } from 'node:child_process';
import {
	copyFileSync,
	existsSync,
	mkdirSync,
	readFileSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { degrees, PDFDocument, PDFName, PDFNumber, StandardFonts } from 'pdf-lib';

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = join(HERE, '../../../../..');
const OUT = join(ROOT, 'test/fixtures/pdf');
const WORK = join(ROOT, 'artifacts/corpus');
const GS = 'gs -q -sDEVICE=pdfwrite -o';
const DEJAVU = '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf';
const SANS = '/usr/share/fonts/truetype/freefont/FreeSans.ttf';
const ZEN = '/usr/share/fonts/truetype/wqy/wqy-zenhei.ttc';
const LIBRARIES = 'pdfkit@0.17.2 jspdf@3.0.4';

const source = (name) => join(HERE, 'sources', name);
const made = (name) => join(OUT, `${name}.pdf`);
const run = (command) =>
	execSync(command, {
		cwd: WORK,
		stdio: 'ignore',
		env: { ...process.env, SOURCE_DATE_EPOCH: '1577836800', FORCE_SOURCE_DATE: '1' },
	});

function library(name) {
	if (!existsSync(join(WORK, 'node_modules', name))) {
		run(`npm install --no-audit --no-fund --prefix ${WORK} ${LIBRARIES}`);
	}
	return createRequire(join(WORK, 'node_modules/'))(name);
}

function chromium(name, from) {
	const options = '--headless --no-sandbox --disable-gpu --no-pdf-header-footer';
	run(`chromium ${options} --print-to-pdf=${made(name)} ${pathToFileURL(source(from)).href}`);
}

function office(name, from, by) {
	run(`soffice --headless --convert-to ${by} --outdir . ${source(`${from}.fodt`)}`);
	run(`soffice --headless --convert-to pdf --outdir . ${from}.${by}`);
	copyFileSync(join(WORK, `${from}.pdf`), made(name));
}

function pdfTex(name, before) {
	const input = `${before}\\input{${source('letter.tex')}}`;
	run(`pdflatex -interaction=batchmode -jobname=${name} '${input}'`);
	copyFileSync(join(WORK, `${name}.pdf`), made(name));
}

const qpdf = (options, from, to) => run(`qpdf ${options} ${made(from)} ${made(to)}`);

/** Turned, cropped and scaled in all ways at once. */
async function pdfLib(name) {
	const pdf = await PDFDocument.create({ updateMetadata: false });
	const font = await pdf.embedFont(StandardFonts.Helvetica);
	for (const turn of [0, 90, 180, 270, -90]) {
		for (const [crop, unit] of [
			[undefined, 1],
			[[50, 60, 300, 500], 1],
			[[-20, 100, 700, 400], 2],
		]) {
			const page = pdf.addPage([595, 842]);
			page.setRotation(degrees(turn));
			if (crop) page.setCropBox(...crop);
			if (unit !== 1) page.node.set(PDFName.of('UserUnit'), PDFNumber.of(unit));
			page.drawText('Service agreement', { x: 90, y: 450, size: 16, font });
			page.drawText('Signature of the tenant:', { x: 100, y: 300, size: 12, font });
			page.drawText('Turned by thirty degrees', {
				x: 100,
				y: 200,
				font,
				size: 12,
				rotate: degrees(30),
			});
			page.drawText('Cut away', { x: 10, y: 20, size: 10, font });
		}
	}
	writeFileSync(made(name), await pdf.save());
}

async function pdfKit(name) {
	const PDFKit = library('pdfkit');
	const doc = new PDFKit({ size: 'A4', info: { CreationDate: new Date(0) } });
	const chunks = [];
	doc.on('data', (chunk) => chunks.push(chunk));
	const end = new Promise((done) => doc.on('end', done));
	doc.fontSize(16).text('Service agreement');
	doc
		.fontSize(12)
		.text('The first official file of the staff was affixed offline. AVATAR, To, Type, Wave.');
	doc.text(
		'The flat is handed over in good condition, with all keys, and is to be given back in the same condition.',
		{ width: 170, align: 'justify' },
	);
	doc.text('WIDELY SET WORDS', { characterSpacing: 3 });
	doc.font(SANS).text('Signature of the tenant: efficient flights');
	doc.text('Υπογραφή του μισθωτή').text('Подпись арендатора');
	doc.font(ZEN, 'WenQuanYiZenHei').text('租户签名处,房东签名处');
	doc
		.font('Times-Italic')
		.rotate(30, { origin: [200, 500] })
		.text('Turned by thirty degrees', 200, 500);
	doc.addPage({ size: 'A5', layout: 'landscape' }).text('Second page, Place, date');
	doc.end();
	await end;
	writeFileSync(made(name), Buffer.concat(chunks));
}

function jsPdf(name) {
	const { jsPDF } = library('jspdf');
	const doc = new jsPDF({ compress: true, unit: 'mm' });
	doc.setCreationDate(new Date(0)).setFileId('0'.repeat(32));
	doc.setFontSize(16).text('Service agreement', 20, 20);
	doc.setFontSize(11).text('The first official file of the staff was affixed offline.', 20, 30);
	doc.text('WIDELY SET WORDS', 20, 40, { charSpace: 1 });
	doc.setFont('times', 'bold').text('Signature of the tenant:', 20, 50);
	doc.text('Turned by thirty degrees', 60, 120, { angle: 30 });
	doc.text('Set to the right', 190, 60, { align: 'right' });
	doc.addFileToVFS('Sans.ttf', readFileSync(SANS).toString('base64'));
	doc.addPage('a5', 'landscape');
	doc.setFont('courier', 'normal').text('Second page, Account number 12-345', 20, 20);
	writeFileSync(made(name), Buffer.from(doc.output('arraybuffer')));
}

const MAKERS = {
	'chromium-letter': (name) => chromium(name, 'letter.html'),
	// A full page of small print.
	'chromium-dense': (name) => chromium(name, 'dense.html'),
	'libreoffice-odt': (name) => office(name, 'letter', 'odt'),
	'libreoffice-docx': (name) => office(name, 'letter', 'docx'),
	'libreoffice-contract': (name) => office(name, 'contract', 'odt'),
	'pdftex-letter': (name) => pdfTex(name, ''),
	// Fonts that are programs which draw bitmaps.
	'pdftex-bitmaps': (name) => pdfTex(name, '\\def\\bitmaps{}'),
	'ghostscript-letter': (name) => run(`${GS} ${made(name)} ${source('letter.ps')}`),
	'ghostscript-again': (name) => run(`${GS} ${made(name)} ${made('pdftex-letter')}`),
	// Gaps between words that are spacing between letters.
	'ghostscript-spaced': (name) => run(`${GS} ${made(name)} ${source('spaced.ps')}`),
	'cairo-letter': (name) => run(`/usr/bin/python3 ${source('cairo_letter.py')} ${made(name)}`),
	'reportlab-letter': (name) =>
		run(`/usr/bin/python3 ${source('reportlab_letter.py')} ${made(name)} ${DEJAVU}`),
	'groff-letter': (name) =>
		run(`groff -ms -Tpdf ${source('letter.ms')} > made.pdf && cp made.pdf ${made(name)}`),
	'pdfkit-letter': pdfKit,
	'jspdf-letter': jsPdf,
	'pdflib-turned': pdfLib,
	'qpdf-linearized': (name) =>
		qpdf('--linearize --object-streams=generate --deterministic-id', 'reportlab-letter', name),
	// Nothing is packed, so that a change of one byte reaches fonts and commands.
	'qpdf-plain': (name) =>
		qpdf(
			'--stream-data=uncompress --object-streams=disable --deterministic-id',
			'cairo-letter',
			name,
		),
	'qpdf-encrypted': (name) =>
		qpdf('--encrypt open owner 256 -- --static-id --static-aes-iv', 'jspdf-letter', name),
};

mkdirSync(WORK, { recursive: true });
mkdirSync(OUT, { recursive: true });
const [begin = ''] = process.argv.slice(2);
for (const [name, make] of Object.entries(MAKERS).filter(([one]) => one.startsWith(begin))) {
	await make(name);
	process.stdout.write(`${name} ${statSync(made(name)).size}\n`);
}
