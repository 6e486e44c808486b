import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, type Program, startCommand, untilItAnswers } from '../../programs/run-program.ts'

/** A proxy on loopback that passes requests on to a port. The program is the one that its Debian package installs. */
export interface StartedProxy {
  readonly port: number
  /** The requests that the proxy has passed on, each as `GET /path 200` with the status that came back. */
  passedOn(): readonly string[]
  stop(): Promise<void>
}

interface Kind {
  readonly command: string
  readonly args: (config: string) => readonly string[]
  readonly config: (port: number, upstream: number, folder: string) => string
}

/**
 * Each proxy is configured to log a line for each request, with the status of the server after it, or `-` if the proxy
 * has passed nothing on.
 */
const KINDS: Readonly<Record<string, Kind>> = {
  nginx: {
    command: '/usr/sbin/nginx',
    args: (config) => ['-c', config, '-e', 'stderr', '-g', 'daemon off;'],
    config: (port, upstream, folder) => `
      ${process.getuid?.() === 0 ? 'user root;' : ''}
      worker_processes 1;
      pid ${folder}/pid;
      events {}
      http {
        log_format passed '$request_method $request_uri $upstream_status';
        access_log ${folder}/log passed;
        ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
        upstream behind { server 127.0.0.1:${upstream}; keepalive 4; }
        server {
          listen 127.0.0.1:${port};
          location / { proxy_pass http://behind; proxy_http_version 1.1; proxy_set_header Connection ""; }
        }
      }`,
  },
  haproxy: {
    command: '/usr/sbin/haproxy',
    args: (config) => ['-db', '-f', config],
    config: (port, upstream, folder) => `
global
  log stdout format raw local0
defaults
  mode http
  timeout connect 5s
  timeout client 5s
  timeout server 5s
  http-reuse always
  log global
frontend front
  bind 127.0.0.1:${port}
  capture response header x-status len 3
  log-format "%HM %HU %[capture.res.hdr(0)]"
  default_backend behind
backend behind
  server one 127.0.0.1:${upstream}
# ${folder}
`,
  },
  apache2: {
    command: '/usr/sbin/apache2',
    args: (config) => ['-f', config, '-D', 'FOREGROUND'],
    config: (port, upstream, folder) => `
ServerRoot ${folder}
ServerName localhost
DefaultRuntimeDir ${folder}
PidFile ${folder}/pid
ErrorLog ${folder}/errors
Listen 127.0.0.1:${port}
${process.getuid?.() === 0 ? 'User www-data\nGroup www-data' : ''}
${['mpm_event', 'authz_core', 'proxy', 'proxy_http'].map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n')}
AllowEncodedSlashes NoDecode
LogFormat "%r %{x-status}o" passed
CustomLog ${folder}/log passed
ProxyPass / http://127.0.0.1:${upstream}/ nocanon
`,
  },
}

/** The names of the proxies that the tests put before a server. */
export const PROXIES: readonly string[] = Object.keys(KINDS)

/**
 * Returns the reason to skip the tests of a proxy that is not installed. Returns `undefined` if the proxy is installed,
 * and also if the environment variable `NEEDS_PROXIES` is set: CI sets it, so that there the tests fail without the
 * proxy.
 */
export function missingProxy(name: string): string | undefined {
  const isInstalled = spawnSync(KINDS[name]?.command ?? '', ['-v']).status === 0
  return isInstalled || process.env.NEEDS_PROXIES
    ? undefined
    : `${name} is not installed: apt-get install ${DEBIAN[name]}`
}

const DEBIAN: Readonly<Record<string, string>> = { nginx: 'nginx-light', haproxy: 'haproxy', apache2: 'apache2' }

/** Starts a proxy before a port. The proxy ends at the latest with the test that started it. */
export async function startProxy(name: string, upstream: number): Promise<StartedProxy> {
  const { command, args, config } = KINDS[name] as Kind
  const folder = mkdtempSync(join(tmpdir(), 'proxy-'))
  const port = await freePort()
  const file = join(folder, 'config')
  writeFileSync(file, config(port, upstream, folder))
  const program: Program = startCommand(command, args(file), { cwd: folder })
  await untilItAnswers(`http://127.0.0.1:${port}/`)
  const log = () => (name === 'haproxy' ? program.output() : readFileSync(join(folder, 'log'), 'utf8'))
  return {
    port,
    passedOn: () =>
      log()
        .split('\n')
        .map((line) => line.replace(/ HTTP\/1\.[01] (?=\d{3}$)/, ' '))
        .filter((line) => /^\S+ \S+ \d{3}$/.test(line)),
    async stop() {
      program.stop()
      await program.ended
    },
  }
}
