import { prepareHarness } from '../support/harness';
import { receivesEvents } from './receiving';

const harness = prepareHarness();

receivesEvents(() => harness);
