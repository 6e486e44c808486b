import * as z from 'zod'

/** An address for mail in the only spelling in which addresses are stored, compared and counted. */
export type Email = string & { readonly [canonical]: true }
declare const canonical: unique symbol

/** Maximum length of an address, in characters. */
const LONGEST = 254

/**
 * Returns the canonical spelling of a typed address: in lower case, and with the usual character for each that Unicode
 * regards as the same, such as `k` for the Kelvin sign.
 *
 * Nothing else may decide which addresses are the same: if the accounts and the limits of guesses disagree, somebody
 * can sign up with an address that counts as that of somebody else.
 */
export function emailFrom(typed: string): Email {
  const text = typed.trim()
  // To normalize a very long text takes minutes.
  return (text.length > LONGEST ? '' : text.normalize('NFKC').toLowerCase()) as Email
}

export function isAddress(email: Email): boolean {
  return /^\S+@\S+$/.test(email) && email.length <= LONGEST
}

const NO_ADDRESS = 'This is not an address for mail.'

/** The schema of a field with an address. */
export const Address = z.string(NO_ADDRESS).transform(emailFrom).refine(isAddress, NO_ADDRESS)
