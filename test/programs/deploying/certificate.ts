import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Makes a self-signed certificate for this machine in a folder, and returns the names and the contents of its files.
 */
export function makeCertificate(folder: string, name = 'localhost') {
  const [keyFile, certFile] = [`${name}-key.pem`, `${name}-cert.pem`].map((file) => join(folder, file)) as [
    string,
    string,
  ]
  const subject = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost']
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  execFileSync('openssl', ['req', '-x509', ...made, '-keyout', keyFile, '-out', certFile, ...subject], {
    stdio: 'ignore',
  })
  return { keyFile, certFile, key: readFileSync(keyFile, 'utf8'), cert: readFileSync(certFile, 'utf8') }
}
