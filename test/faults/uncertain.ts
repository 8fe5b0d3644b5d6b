/** The message of an unknown outcome. */
export const UNCERTAIN = 'It is not known whether the service carried out this step';
