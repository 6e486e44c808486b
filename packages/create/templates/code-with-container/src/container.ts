import { createContainer } from '@app/container-factory'
// if log-in
import { Accounts } from './log-in/accounts.ts'
import { openDatabase } from './log-in/database.ts'
import { byAccount } from './log-in/identity.ts'
import { openMail } from './log-in/mail.ts'
import { mailLinks, passwordLinks } from './log-in/password-links.ts'
// end

/** The services by name. A service is made when it is first needed, with the services that its `inject` names. */
export const container = createContainer({
  dependencies: {
    services: { greeting: process.env.GREETING ?? 'Hello' },
    // if log-in
    factories: {
      accounts: Accounts,
      database: openDatabase,
      'by-account': byAccount,
      'mail-link': mailLinks,
      'password-links': passwordLinks,
      'send-mail': openMail,
    },
    // Without a mail server, the program does not start.
    eager: ['mail-link'],
    // end
  },
})
