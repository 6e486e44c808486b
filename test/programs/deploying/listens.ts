import { Application, text } from '@app/core'

/** A program that listens at the default place, or where `HOST_OPTION` or `FD_OPTION` says. */
const { HOST_OPTION: host, FD_OPTION: fd } = process.env

const place = fd === undefined ? { port: 0, ...(host !== undefined && { host }) } : { fd: Number(fd) }
await new Application().pipe(() => text('hello')).run(place)
