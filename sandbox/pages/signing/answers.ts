import { signingPath } from '../../service/records';
import type { Response } from 'express';

import { enterCode, openedAt } from '../../service/access';
import type { Service } from '../../service/service';
import { decline, sign } from '../../service/signing';
import { sendPage } from '../guard';
import { codePage } from './codePage';
import { readEntries, textIn, type Form } from './entries';
import { labeledFields } from './fieldLabels';
import { signPage } from './signPage';
import { PASS_COOKIE, type Visitor } from './visitor';

const UNPROCESSABLE = 422;

/** The buttons. Each leads to another page, or to the same one with what is wrong. */
export interface Action {
	needs: Visitor['may'];
	run(service: Service, visitor: Visitor, form: Form, res: Response): void;
}

const pathOf = ({ envelope, participant }: Visitor) => signingPath(envelope, participant);

export const ACTIONS: Record<string, Action> = {
	enterCode: {
		needs: 'enterCode',
		run(service, visitor, form, res) {
			const { envelope, participant } = visitor;
			const pass = enterCode(service, envelope, participant, textIn(form, 'code'));
			if (pass === undefined) {
				const problem = 'This is not the right code. Check it and try again.';
				return sendPage(res, codePage(visitor, problem), UNPROCESSABLE);
			}
			const path = pathOf(visitor);
			res.cookie(PASS_COOKIE, pass, { httpOnly: true, sameSite: 'lax', path });
			res.redirect(303, path);
		},
	},

	sign: {
		needs: 'sign',
		run(service, visitor, form, res) {
			const { envelope, participant } = visitor;
			const opened = openedAt(service, envelope, participant);
			const fields = labeledFields(envelope, participant);
			const { values, problems } = readEntries(fields, form, opened);
			if (Object.keys(problems).length > 0) {
				const page = signPage(visitor, { form, problems, openedAt: opened });
				return sendPage(res, page, UNPROCESSABLE);
			}
			sign(service, envelope, participant, values);
			res.redirect(303, `${pathOf(visitor)}/done`);
		},
	},

	decline: {
		needs: 'sign',
		run(service, visitor, form, res) {
			const { envelope, participant } = visitor;
			const reason = textIn(form, 'reason').slice(0, 500);
			if (reason === '') {
				const opened = openedAt(service, envelope, participant);
				const reasonProblem = 'Reason: say in a few words why you do not want to sign.';
				const page = signPage(visitor, { form, problems: {}, reasonProblem, openedAt: opened });
				return sendPage(res, page, UNPROCESSABLE);
			}
			decline(service, envelope, participant, reason);
			res.redirect(303, `${pathOf(visitor)}/done`);
		},
	},
};
