import type { ServerRequest } from '@app/core'
import { addressKey } from '@app/rate-limit'
import { DEVICE } from './device.ts'
import { type Email, emailFrom } from './email.ts'

/**
 * The limits of guesses: for an IP address, and for an account, which may be guessed from many IP addresses. A browser
 * that has logged in to the account before has guesses of its own.
 */
export const guesses = [
  { limit: 10, window: 600, key: byDeviceOr(addressKey) },
  { limit: 20, window: 3_600, key: byDeviceOr(accountOf) },
]

/** The limits of mails to set a new password, also for addresses without an account. */
export const mails = [
  { limit: 10, window: 600, key: byDeviceOr(addressKey) },
  { limit: 5, window: 3_600, key: byDeviceOr(accountOf) },
]

/** The limit of new accounts for an IP address. */
export const signUps = { limit: 10, window: 600 }

/** The limit for an IP address of guesses at links in mails. */
export const links = { limit: 20, window: 600 }

type Key = (request: ServerRequest) => string | undefined | Promise<string | undefined>

function byDeviceOr(key: Key): Key {
  return async (request) => {
    const device = request.attribute(DEVICE)
    // Without a device, the limit for an IP address counts a request before its body is read.
    return device && device.email === (await accountOf(request)) ? device.name : key(request)
  }
}

/** Returns the address in a form, by which the guesses for an account are counted. */
async function accountOf(request: ServerRequest): Promise<Email> {
  const email = (await request.formData()).get('email')
  return emailFrom(typeof email === 'string' ? email : '')
}
