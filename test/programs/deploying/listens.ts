import { Application, text } from '@app/core'

/**
 * A program that listens at the default address, or at that of `HOST_OPTION` or `FD_OPTION`; if a certificate is given,
 * over TLS.
 */
const { HOST_OPTION: host, FD_OPTION: fd, CERT_OPTION: cert, KEY_OPTION: key, HTTP2_OPTION: http2 } = process.env

const place = fd === undefined ? { port: 0, ...(host !== undefined && { host }) } : { fd: Number(fd) }
const tls = cert === undefined || key === undefined ? {} : { tls: { cert, key }, http2: http2 !== undefined }
await new Application().pipe(() => text('hello')).run({ ...place, ...tls })
