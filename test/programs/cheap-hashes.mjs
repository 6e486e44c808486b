// Preloaded into a program: a hash of a password costs almost nothing, and has the form of one that costs what it says.
import crypto from 'node:crypto'

const { scrypt } = crypto
crypto.scrypt = (password, salt, length, options, callback) =>
  scrypt(password, salt, length, { ...options, N: Math.min(options.N, 16), p: 1 }, callback)
