import { createContainer } from '@app/container-factory'
import { answerHello } from './api/hello.ts' // if api
// if log-in
import { Accounts } from './log-in/accounts.ts'
import { openDatabase } from './log-in/database.ts'
import { knownDevice } from './log-in/device.ts'
import { byAccount } from './log-in/identity.ts'
import { enter, leaveEverywhere } from './log-in/log-in.ts'
import { signUp } from './log-in/sign-up.ts'
// end
import { hello } from './pages/hello.ts' // if pages

/** The services by name. A service is made when it is first needed, with the services that its `inject` names. */
export const container = createContainer({
  dependencies: {
    services: { greeting: process.env.GREETING ?? 'Hello' },
    factories: {
      'api.hello': answerHello, // if api
      hello, // if pages
      // if log-in
      accounts: Accounts,
      database: openDatabase,
      'by-account': byAccount,
      'known-device': knownDevice,
      'log-in': enter,
      'log-out-everywhere': leaveEverywhere,
      'sign-up': signUp,
      // end
    },
  },
})
