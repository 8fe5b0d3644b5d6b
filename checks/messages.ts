/* eslint-disable @n8n/community-nodes/no-restricted-globals -- prints */
// Every text that a user can meet, to be read through.
//
//   npm run messages
import { messageList } from './messageList';

process.stdout.write(messageList());
