/** The seconds for which a code is shown. */
const STEP = 30

/** The letters and digits of base32, of which each stands for five bits. Source: RFC 4648, section 6. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/**
 * Returns random characters of base32. 32 of them are the 160 bits that RFC 4226 recommends for a secret.
 */
export function randomBase32(length: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => ALPHABET[byte % 32]).join('')
}

/** Returns the URI that an app on a phone reads as a QR code. All apps know these parameters, and ignore others. */
export function otpauthUri(secret: string, issuer: string, label: string): string {
  const [site, account] = [encodeURIComponent(issuer), encodeURIComponent(label)]
  return `otpauth://totp/${site}:${account}?secret=${secret}&issuer=${site}&algorithm=SHA1&digits=6&period=${STEP}`
}

/**
 * Returns the time step in which a code of six digits is right: that of a moment, in milliseconds since 1970, or the one
 * before or after it. A code that is right in two steps has the later one, so that it works once. Source: RFC 6238.
 */
export async function stepOf(secret: string, code: string, now: number): Promise<number | undefined> {
  const key = await crypto.subtle.importKey('raw', bytesOf(secret), { name: 'HMAC', hash: 'SHA-1' }, false, ['sign'])
  const current = Math.floor(now / 1_000 / STEP)
  const steps = [current + 1, current, current - 1]
  const codes = steps.map(async (step) => {
    const counter = new DataView(new ArrayBuffer(8))
    counter.setBigUint64(0, BigInt(step))
    return codeOf(new DataView(await crypto.subtle.sign('HMAC', key, counter)))
  })
  return steps[(await Promise.all(codes)).indexOf(code)]
}

/** Takes six digits from an HMAC. Source: RFC 4226, section 5.3. */
function codeOf(digest: DataView): string {
  const bits = digest.getUint32(digest.getUint8(19) & 15) & 0x7fffffff
  return String(bits % 1_000_000).padStart(6, '0')
}

/** Reads base32 of whole bytes. */
function bytesOf(base32: string): Uint8Array<ArrayBuffer> {
  const bits = Array.from(base32, (character) => ALPHABET.indexOf(character).toString(2).padStart(5, '0')).join('')
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
}
