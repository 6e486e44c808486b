import { Application, text } from '@app/core'

/**
 * A program that listens on the default host, on the host `HOST_OPTION`, or on the file descriptor `FD_OPTION`. It
 * listens over TLS if `CERT_OPTION` and `KEY_OPTION` are set, and then over HTTP/2 too if `HTTP2_OPTION` is set.
 */
const { HOST_OPTION: host, FD_OPTION: fd, CERT_OPTION: cert, KEY_OPTION: key, HTTP2_OPTION: http2 } = process.env

const place = fd === undefined ? { port: 0, ...(host !== undefined && { host }) } : { fd: Number(fd) }
const tls = cert === undefined || key === undefined ? {} : { tls: { cert, key }, http2: http2 !== undefined }
await new Application().pipe(() => text('hello')).run({ ...place, ...tls })
